//! Building a tablebase: estimate, progress, checkpoints, resuming and verification.
//!
//! A [`Builder`] computes one tablebase. [`build`] does the rest: it takes a lock, passes the
//! builder the checkpoint of an earlier run, writes the tablebase to a temporary file, lets the
//! builder check it against the rules, and only then renames it. The resulting file is identical,
//! however often the build was interrupted.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::file::{self, TablebaseError, TablebaseFile, TablebaseHeader, TablebaseWriter};
use crate::tablebase_dir::TablebaseDir;

/// Computes and checks one tablebase.
pub trait Builder: Sync {
    /// The header of the file.
    fn header(&self) -> TablebaseHeader;

    /// The estimated time, memory and file size.
    fn estimate(&self) -> BuildEstimate;

    /// Computes the tablebase, resuming from the checkpoint if there is one, and writes it. Saves a
    /// checkpoint whenever one is due, and when it is stopped.
    fn compute(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TablebaseWriter,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError>;

    /// Recomputes entries from their successors and compares them.
    fn check(
        &self,
        table: &TablebaseFile,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError>;
}

/// The estimated cost of a build.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BuildEstimate {
    /// File size in bytes.
    pub bytes: u64,
    /// Memory needed during the build, in bytes.
    pub memory: u64,
    /// Approximate time on this machine.
    pub time: Duration,
}

impl BuildEstimate {
    /// An estimate from the time that a single thread would need.
    pub fn from_single_thread(bytes: u64, memory: u64, work: Duration) -> BuildEstimate {
        let time = work / rayon::current_num_threads() as u32;
        BuildEstimate { bytes, memory, time }
    }
}

impl std::iter::Sum for BuildEstimate {
    /// Several builds in sequence: sizes and times add up, memory is reused.
    fn sum<I: Iterator<Item = BuildEstimate>>(plans: I) -> BuildEstimate {
        let nothing = BuildEstimate { bytes: 0, memory: 0, time: Duration::ZERO };
        plans.fold(nothing, |sum, estimate| BuildEstimate {
            bytes: sum.bytes + estimate.bytes,
            memory: sum.memory.max(estimate.memory),
            time: sum.time + estimate.time,
        })
    }
}

/// How many entries are checked against the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A sample from the whole tablebase: takes some seconds at most.
    Sample,
    /// Every entry.
    Full,
}

/// Why a tablebase was not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The stop flag was set. The checkpoint is kept.
    #[error("stopped; the same command goes on from here")]
    Stopped,
    /// Another process holds the lock.
    #[error("{}: another process is building this tablebase", .0.display())]
    Busy(PathBuf),
    /// The working memory could not be reserved.
    #[error("{0} bytes of memory could not be reserved")]
    Memory(usize),
    /// A file could not be written or read, or contradicts the rules.
    #[error(transparent)]
    Table(#[from] TablebaseError),
}

/// The progress of a build.
#[derive(Copy, Clone, Debug)]
pub struct Progress<'a> {
    /// The name of the tablebase.
    pub name: &'a str,
    /// The current stage, such as `pass 3` or `distance 17`.
    pub stage: fmt::Arguments<'a>,
    /// Units of work done in this stage.
    pub done: u64,
    /// Units of work in this stage.
    pub total: u64,
}

/// Receives the progress of a build, and can stop it.
#[derive(Copy, Clone)]
pub struct BuildMonitor<'a> {
    name: &'a str,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> BuildMonitor<'a> {
    /// `report` is called from any thread; the build ends soon after `stop` becomes true.
    pub fn new(stop: &'a AtomicBool, report: &'a (dyn Fn(Progress) + Sync)) -> BuildMonitor<'a> {
        BuildMonitor { name: "", stop, report }
    }

    /// Reports nothing and never stops.
    pub fn silent() -> BuildMonitor<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        BuildMonitor::new(&NEVER, &|_| ())
    }

    /// The same monitor for the tablebase with this name.
    pub fn for_tablebase(self, name: &'a str) -> BuildMonitor<'a> {
        BuildMonitor { name, ..self }
    }

    /// Reports progress, and fails if the build is to stop. To be called every few milliseconds.
    pub fn report(&self, stage: fmt::Arguments, done: u64, total: u64) -> Result<(), BuildError> {
        (self.report)(Progress { name: self.name, stage, done, total });
        self.check_stop()
    }

    /// Fails if the build is to stop.
    pub fn check_stop(&self) -> Result<(), BuildError> {
        if self.stop.load(Ordering::Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }
}

/// The saved state of a build. It has the format of a tablebase file, so damage is detected, and it
/// is replaced atomically, so a killed build leaves the previous one.
pub struct Checkpoint {
    path: PathBuf,
    header: TablebaseHeader,
    since: Instant,
    /// The minimum interval.
    least: Duration,
    pause: Duration,
}

impl Checkpoint {
    /// The default interval between checkpoints, longer if saving is slow.
    pub const INTERVAL: Duration = Duration::from_secs(20);

    fn new(path: PathBuf, header: &TablebaseHeader) -> Checkpoint {
        let parameters = format!("reached of {}", header.name);
        Checkpoint::with_interval(
            path,
            TablebaseHeader::new(&header.name, &header.rules, parameters),
            Checkpoint::INTERVAL,
        )
    }

    /// A checkpoint in this file, saved at this interval.
    pub fn with_interval(path: PathBuf, header: TablebaseHeader, pause: Duration) -> Checkpoint {
        Checkpoint { path, header, since: Instant::now(), least: pause, pause }
    }

    /// The state of an earlier run, if it is valid.
    pub fn load(&self) -> Option<Vec<u8>> {
        self.open().ok()
    }

    /// The state of an earlier run, or why it cannot be used.
    pub fn open(&self) -> Result<Vec<u8>, TablebaseError> {
        self.open_file()?.read_all()
    }

    /// The file with the state of an earlier run, for states too large to be read at once.
    pub fn open_file(&self) -> Result<TablebaseFile, TablebaseError> {
        TablebaseFile::open(&self.path, &self.header)
    }

    /// Whether it is time to save again: often enough that little work is lost, seldom enough that
    /// saving does not slow the build down.
    pub fn is_due(&self) -> bool {
        self.since.elapsed() >= self.pause
    }

    /// Replaces the checkpoint by what `write` writes.
    pub fn save(
        &mut self,
        write: impl FnOnce(&mut TablebaseWriter) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        let begin = Instant::now();
        file::write(&self.path, &self.header, write)?;
        self.since = Instant::now();
        self.pause = self.least.max(5 * begin.elapsed());
        Ok(())
    }

    /// One part of the state of an earlier run, if it is valid. Parts are files of their own, for
    /// states so large that only what has changed is to be saved.
    pub(crate) fn load_part(&self, part: usize) -> Option<Vec<u8>> {
        TablebaseFile::open(&self.part_path(part), &self.part_header(part)).ok()?.read_all().ok()
    }

    /// Replaces some parts by what `write` writes for each. A build that is killed meanwhile leaves
    /// some new parts and some old ones.
    pub(crate) fn save_parts(
        &mut self,
        parts: impl Iterator<Item = usize>,
        write: impl Fn(usize, &mut TablebaseWriter) -> Result<(), TablebaseError>,
    ) -> Result<(), TablebaseError> {
        let begin = Instant::now();
        for part in parts {
            let contents = |file: &mut TablebaseWriter| write(part, file);
            file::write(&self.part_path(part), &self.part_header(part), contents)?;
        }
        self.since = Instant::now();
        self.pause = self.least.max(20 * begin.elapsed());
        Ok(())
    }

    fn part_path(&self, part: usize) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(format!("-{part:03}"));
        name.into()
    }

    fn part_header(&self, part: usize) -> TablebaseHeader {
        let TablebaseHeader { name, rules, parameters } = &self.header;
        TablebaseHeader::new(name, rules, format!("{parameters}, part {part}"))
    }

    /// Deletes the file, its parts, and what a killed build left of them.
    fn delete(&self) -> Result<(), TablebaseError> {
        let (Some(folder), Some(name)) = (self.path.parent(), self.path.file_name()) else {
            return Ok(());
        };
        let name = name.as_encoded_bytes();
        for entry in fs::read_dir(folder).map_err(TablebaseError::io(folder))? {
            let entry = entry.map_err(TablebaseError::io(folder))?;
            if entry.file_name().as_encoded_bytes().starts_with(name) {
                file::remove(&entry.path())?;
            }
        }
        Ok(())
    }
}

/// Builds a tablebase unless it exists and is valid, and opens it.
pub fn build(
    builder: &dyn Builder,
    dir: &TablebaseDir,
    monitor: &BuildMonitor,
) -> Result<TablebaseFile, BuildError> {
    let header = builder.header();
    let path = dir.tablebase_path(&header.name);
    if let Ok(table) = TablebaseFile::open_verified(&path, &header) {
        return Ok(table);
    }
    dir.create()?;
    let lock_path = dir.auxiliary_path(&header.name, "lock");
    let _lock = lock(&lock_path)?;
    // Another process may have finished it between the test above and the lock.
    if let Ok(table) = TablebaseFile::open_verified(&path, &header) {
        return Ok(table);
    }
    let part = dir.auxiliary_path(&header.name, "part");
    let mut checkpoint = Checkpoint::new(dir.auxiliary_path(&header.name, "reached"), &header);
    let monitor = monitor.for_tablebase(&header.name);
    let made = make(builder, &header, &part, &mut checkpoint, &monitor);
    match made {
        Ok(()) => {
            file::rename(&part, &path)?;
            checkpoint.delete()?;
        }
        // The checkpoint would lead to the same wrong tablebase again.
        Err(BuildError::Table(TablebaseError::Wrong { .. })) => {
            file::remove(&part)?;
            checkpoint.delete()?;
        }
        Err(_) => file::remove(&part)?,
    }
    file::remove(&lock_path)?;
    made?;
    Ok(TablebaseFile::open(&path, &header)?)
}

/// Writes a tablebase to a temporary file, and checks it.
fn make(
    builder: &dyn Builder,
    header: &TablebaseHeader,
    part: &Path,
    checkpoint: &mut Checkpoint,
    monitor: &BuildMonitor,
) -> Result<(), BuildError> {
    let mut writer = TablebaseWriter::create(part, header.clone())?;
    builder.compute(checkpoint, &mut writer, monitor)?;
    writer.finish()?;
    let table = TablebaseFile::open_verified(part, header)?;
    builder.check(&table, Extent::Sample, monitor)
}

/// Verifies a tablebase: its checksum, and its entries against the rules.
pub fn verify(
    builder: &dyn Builder,
    dir: &TablebaseDir,
    extent: Extent,
    monitor: &BuildMonitor,
) -> Result<(), BuildError> {
    let header = builder.header();
    let table = TablebaseFile::open_verified(&dir.tablebase_path(&header.name), &header)?;
    builder.check(&table, extent, &monitor.for_tablebase(&header.name))
}

/// An exclusive file lock, released when dropped or when the process dies.
fn lock(path: &Path) -> Result<File, BuildError> {
    let file = File::create(path).map_err(TablebaseError::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(TablebaseError::io(path)(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// The first thousand square numbers, each found from the one before, saved after each hundred.
    struct Squares {
        /// The number computed in all runs together.
        computed: AtomicU64,
        flaw: bool,
    }

    impl Squares {
        fn new(flaw: bool) -> Squares {
            let computed = AtomicU64::new(0);
            Squares { computed, flaw }
        }
    }

    impl Builder for Squares {
        fn header(&self) -> TablebaseHeader {
            TablebaseHeader::new("squares", "arithmetic", "below 1000")
        }

        fn estimate(&self) -> BuildEstimate {
            BuildEstimate::from_single_thread(8000, 8000, Duration::from_micros(1))
        }

        fn compute(
            &self,
            checkpoint: &mut Checkpoint,
            table: &mut TablebaseWriter,
            monitor: &BuildMonitor,
        ) -> Result<(), BuildError> {
            let mut squares = checkpoint.load().unwrap_or_default();
            while squares.len() < 8000 {
                let number = squares.len() as u64 / 8;
                let square = match squares.last_chunk() {
                    Some(&last) => u64::from_le_bytes(last) + 2 * number - 1,
                    None => u64::from(self.flaw),
                };
                squares.extend(square.to_le_bytes());
                self.computed.fetch_add(1, Ordering::Relaxed);
                if number % 100 == 99 {
                    checkpoint.save(|file| file.write(&squares))?;
                }
                monitor.report(format_args!("square {number}"), number, 1000)?;
            }
            Ok(table.write(&squares)?)
        }

        fn check(
            &self,
            table: &TablebaseFile,
            _: Extent,
            _: &BuildMonitor,
        ) -> Result<(), BuildError> {
            for (number, bytes) in (0_u64..).zip(table.read_all()?.chunks(8)) {
                if bytes != (number * number).to_le_bytes() {
                    return Err(table.wrong(format!("{number} squared is no {bytes:?}")).into());
                }
            }
            Ok(())
        }
    }

    /// Builds until this many squares are reported, then stops.
    fn build_some(
        builder: &Squares,
        dir: &TablebaseDir,
        until: u64,
    ) -> Result<TablebaseFile, BuildError> {
        let stop = AtomicBool::new(false);
        let report = |progress: Progress| {
            assert_eq!(progress.name, "squares");
            stop.store(progress.done == until, Ordering::Relaxed);
        };
        build(builder, dir, &BuildMonitor::new(&stop, &report))
    }

    fn names(dir: &TablebaseDir) -> Vec<String> {
        let entries = std::fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_interrupted_build_goes_on_and_gives_the_identical_file() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let dirs =
            folders.each_ref().map(|folder| TablebaseDir::from(folder.path().join("tables")));
        let builder = Squares::new(false);
        for until in [123, 456] {
            let stopped = build_some(&builder, &dirs[0], until).unwrap_err();
            assert!(matches!(stopped, BuildError::Stopped), "{stopped}");
            assert_eq!(names(&dirs[0]), ["squares.reached"]);
        }
        let resumed = build_some(&builder, &dirs[0], 5000).unwrap();
        assert_eq!(builder.computed.into_inner(), 1000 + 24 + 57);
        assert_eq!(names(&dirs[0]), ["squares.table"]);
        build_some(&Squares::new(false), &dirs[1], 5000).unwrap();
        let file = |dir: &TablebaseDir| std::fs::read(dir.tablebase_path("squares")).unwrap();
        assert_eq!(file(&dirs[0]), file(&dirs[1]));
        assert_eq!(resumed.read_all().unwrap()[8..16], 1_u64.to_le_bytes());
    }

    #[test]
    fn a_damaged_checkpoint_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let builder = Squares::new(false);
        build_some(&builder, &dir, 123).unwrap_err();
        let reached = dir.auxiliary_path("squares", "reached");
        let mut bytes = std::fs::read(&reached).unwrap();
        bytes[500] ^= 1;
        std::fs::write(&reached, bytes).unwrap();
        build_some(&builder, &dir, 5000).unwrap();
        assert_eq!(builder.computed.into_inner(), 124 + 1000);
    }

    #[test]
    fn a_table_against_the_rules_is_never_named() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let builder = Squares::new(true);
        let error = build_some(&builder, &dir, 5000).unwrap_err().to_string();
        assert!(error.contains("contradicts the rules: 0 squared"), "{error}");
        assert!(names(&dir).is_empty());
    }

    #[test]
    fn two_builders_do_not_meet() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let held = lock(&dir.auxiliary_path("squares", "lock")).unwrap();
        let error = build_some(&Squares::new(false), &dir, 5000).unwrap_err();
        assert!(matches!(error, BuildError::Busy(_)), "{error}");
        drop(held);
        build_some(&Squares::new(false), &dir, 5000).unwrap();
        verify(&Squares::new(false), &dir, Extent::Full, &BuildMonitor::silent()).unwrap();
    }

    #[test]
    fn a_damaged_table_is_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        drop(build_some(&Squares::new(false), &dir, 5000).unwrap());
        let path = dir.tablebase_path("squares");
        let sound = std::fs::read(&path).unwrap();
        let mut damaged = sound.clone();
        damaged[500] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        build_some(&Squares::new(false), &dir, 5000).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), sound);
    }
}
