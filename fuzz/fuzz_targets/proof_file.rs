#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| spielwerk_fuzz_targets::binary::proof_file(data));
