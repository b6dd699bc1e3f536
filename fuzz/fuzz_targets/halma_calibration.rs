#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| spielwerk_fuzz_targets::halma::halma_calibration(data));
