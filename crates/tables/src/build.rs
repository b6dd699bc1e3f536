//! How a table is built: said before, watched, stopped at any moment, resumed, checked at the end.
//!
//! A [`Recipe`] knows one table. [`build`] does the rest: it keeps a second builder out, hands the
//! recipe what an earlier run had reached, writes the table beside its place, has the recipe check
//! it against the rules, and only then gives it its name. A recipe whose result depends on nothing
//! but its label gives the identical file, however often it was interrupted.

use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::file::{self, Label, TableError, TableFile, TableWriter};
use crate::place::Place;

/// How to make one table.
pub trait Recipe: Sync {
    /// What the table is.
    fn label(&self) -> Label;

    /// How long it takes and how large it becomes.
    fn plan(&self) -> Plan;

    /// Computes the table, going on from the checkpoint where there is one, and writes it. Saves
    /// a checkpoint whenever one is due, and when it is told to stop.
    fn fill(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TableWriter,
        watch: &Watch,
    ) -> Result<(), BuildError>;

    /// Recomputes entries of a table and compares them: the table against the rules.
    fn check(&self, table: &TableFile, extent: Extent, watch: &Watch) -> Result<(), BuildError>;
}

/// What a build will need.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Bytes of the finished file.
    pub bytes: u64,
    /// Bytes of memory while it is built.
    pub memory: u64,
    /// About how long it takes on this machine.
    pub time: Duration,
}

impl Plan {
    /// A plan from the work of one thread, shared by all threads there are.
    pub fn shared(bytes: u64, memory: u64, work: Duration) -> Plan {
        let time = work / rayon::current_num_threads() as u32;
        Plan { bytes, memory, time }
    }
}

impl std::iter::Sum for Plan {
    /// One build after the other: sizes and times add up, memory is used again.
    fn sum<I: Iterator<Item = Plan>>(plans: I) -> Plan {
        let nothing = Plan { bytes: 0, memory: 0, time: Duration::ZERO };
        plans.fold(nothing, |sum, plan| Plan {
            bytes: sum.bytes + plan.bytes,
            memory: sum.memory.max(plan.memory),
            time: sum.time + plan.time,
        })
    }
}

/// How much of a table is checked against the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Entries spread over the whole table: some seconds at most.
    Sample,
    /// Every entry.
    Full,
}

/// Why a table was not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The stop flag was raised. What was reached is kept.
    #[error("stopped; the same command goes on from here")]
    Stopped,
    /// Somebody else is at it.
    #[error("{}: another process is building this table", .0.display())]
    Busy(PathBuf),
    /// A file could not be written or read, or contradicts the rules.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// How far a build is.
#[derive(Copy, Clone, Debug)]
pub struct Progress<'a> {
    /// The table.
    pub name: &'a str,
    /// What is being done, as in `pass 3` or `distance 17`.
    pub stage: fmt::Arguments<'a>,
    /// How much of this stage is done.
    pub done: u64,
    /// All there is to do in this stage.
    pub total: u64,
}

/// Who watches a build: told how it goes on, and free to stop it.
#[derive(Copy, Clone)]
pub struct Watch<'a> {
    name: &'a str,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Watch<'a> {
    /// Reports go to `report`, from any thread; the build ends soon after `stop` becomes true.
    pub fn new(stop: &'a AtomicBool, report: &'a (dyn Fn(Progress) + Sync)) -> Watch<'a> {
        Watch { name: "", stop, report }
    }

    /// Nobody watches.
    pub fn nobody() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch::new(&NEVER, &|_| ())
    }

    /// The same watcher, told which table it is about.
    pub fn of(self, name: &'a str) -> Watch<'a> {
        Watch { name, ..self }
    }

    /// Tells how far the build is, and asks whether to go on: for every few milliseconds of work.
    pub fn report(&self, stage: fmt::Arguments, done: u64, total: u64) -> Result<(), BuildError> {
        (self.report)(Progress { name: self.name, stage, done, total });
        self.go_on()
    }

    /// Asks whether to go on.
    pub fn go_on(&self) -> Result<(), BuildError> {
        if self.stop.load(Ordering::Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }
}

/// What a build has reached, on disk beside the table to come. It is itself a table file, so a
/// damaged one is noticed, and replaced as a whole, so a killed build leaves the one before.
pub struct Checkpoint {
    path: PathBuf,
    label: Label,
    since: Instant,
    /// It is saved no more often than this.
    least: Duration,
    pause: Duration,
}

impl Checkpoint {
    /// How often a checkpoint is saved, unless saving takes long.
    pub const PAUSE: Duration = Duration::from_secs(20);

    fn new(path: PathBuf, label: &Label) -> Checkpoint {
        let parameters = format!("reached of {}", label.name);
        Checkpoint::at(path, Label::new(&label.name, &label.rules, parameters), Checkpoint::PAUSE)
    }

    /// What any long work has reached, in a file of its own, with such a pause between two times.
    pub fn at(path: PathBuf, label: Label, pause: Duration) -> Checkpoint {
        Checkpoint { path, label, since: Instant::now(), least: pause, pause }
    }

    /// What an earlier run had reached, if it is whole.
    pub fn load(&self) -> Option<TableFile> {
        self.open().ok()
    }

    /// The same for whoever wants to know what is wrong with it.
    pub fn open(&self) -> Result<TableFile, TableError> {
        TableFile::open_verified(&self.path, &self.label)
    }

    /// Whether it is time to save again: so often that little is lost, so seldom that saving does
    /// not slow the build down.
    pub fn is_due(&self) -> bool {
        self.since.elapsed() >= self.pause
    }

    /// Keeps what `write` writes, in place of what was kept before.
    pub fn save(
        &mut self,
        write: impl FnOnce(&mut TableWriter) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let begin = Instant::now();
        file::write(&self.path, &self.label, write)?;
        self.since = Instant::now();
        self.pause = self.least.max(5 * begin.elapsed());
        Ok(())
    }

    /// Deletes what was kept.
    fn forget(&self) -> Result<(), TableError> {
        file::remove(&file::fresh(&self.path))?;
        file::remove(&self.path)
    }
}

/// Builds a table unless it is there already and whole, and opens it.
pub fn build(recipe: &dyn Recipe, place: &Place, watch: &Watch) -> Result<TableFile, BuildError> {
    let label = recipe.label();
    let path = place.table(&label.name);
    if let Ok(table) = TableFile::open_verified(&path, &label) {
        return Ok(table);
    }
    place.prepare()?;
    let lock_path = place.beside(&label.name, "lock");
    let lock = lock(&lock_path)?;
    // Another process may have finished it between the look above and the lock.
    if let Ok(table) = TableFile::open_verified(&path, &label) {
        return Ok(table);
    }
    let part = place.beside(&label.name, "part");
    let mut checkpoint = Checkpoint::new(place.beside(&label.name, "reached"), &label);
    let watch = watch.of(&label.name);
    let made = make(recipe, &label, &part, &mut checkpoint, &watch);
    match made {
        Ok(()) => {
            file::rename(&part, &path)?;
            checkpoint.forget()?;
        }
        // A checkpoint that leads to a wrong table would lead to it again.
        Err(BuildError::Table(TableError::Wrong { .. })) => {
            file::remove(&part)?;
            checkpoint.forget()?;
        }
        Err(_) => file::remove(&part)?,
    }
    file::remove(&lock_path)?;
    drop(lock);
    made?;
    Ok(TableFile::open(&path, &label)?)
}

/// Writes a table under a name that is not its own, and checks it.
fn make(
    recipe: &dyn Recipe,
    label: &Label,
    part: &Path,
    checkpoint: &mut Checkpoint,
    watch: &Watch,
) -> Result<(), BuildError> {
    let mut writer = TableWriter::create(part, label.clone())?;
    recipe.fill(checkpoint, &mut writer, watch)?;
    writer.finish()?;
    let table = TableFile::open_verified(part, label)?;
    recipe.check(&table, Extent::Sample, watch)
}

/// Opens a finished table and verifies it: its checksum, and its entries against the rules.
pub fn verify(
    recipe: &dyn Recipe,
    place: &Place,
    extent: Extent,
    watch: &Watch,
) -> Result<(), BuildError> {
    let label = recipe.label();
    let table = TableFile::open_verified(&place.table(&label.name), &label)?;
    recipe.check(&table, extent, &watch.of(&label.name))
}

/// Keeps other builders out as long as it lives; the system lets go of it if the process dies.
fn lock(path: &Path) -> Result<File, BuildError> {
    let file = File::create(path).map_err(TableError::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(TableError::io(path)(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// The first thousand square numbers, each found from the one before, saved after each hundred.
    struct Squares {
        /// How many were computed, in all runs together.
        computed: AtomicU64,
        flaw: bool,
    }

    impl Squares {
        fn new(flaw: bool) -> Squares {
            let computed = AtomicU64::new(0);
            Squares { computed, flaw }
        }
    }

    impl Recipe for Squares {
        fn label(&self) -> Label {
            Label::new("squares", "arithmetic", "below 1000")
        }

        fn plan(&self) -> Plan {
            Plan::shared(8000, 8000, Duration::from_micros(1))
        }

        fn fill(
            &self,
            checkpoint: &mut Checkpoint,
            table: &mut TableWriter,
            watch: &Watch,
        ) -> Result<(), BuildError> {
            let mut squares =
                checkpoint.load().map_or(Vec::new(), |reached| reached.payload().to_vec());
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
                watch.report(format_args!("square {number}"), number, 1000)?;
            }
            Ok(table.write(&squares)?)
        }

        fn check(&self, table: &TableFile, _: Extent, _: &Watch) -> Result<(), BuildError> {
            for (number, bytes) in (0_u64..).zip(table.payload().chunks(8)) {
                if bytes != (number * number).to_le_bytes() {
                    return Err(table.wrong(format!("{number} squared is no {bytes:?}")).into());
                }
            }
            Ok(())
        }
    }

    /// Builds until this many squares are reported, then stops.
    fn build_some(recipe: &Squares, place: &Place, until: u64) -> Result<TableFile, BuildError> {
        let stop = AtomicBool::new(false);
        let report = |progress: Progress| {
            assert_eq!(progress.name, "squares");
            stop.store(progress.done == until, Ordering::Relaxed);
        };
        build(recipe, place, &Watch::new(&stop, &report))
    }

    fn names(place: &Place) -> Vec<String> {
        let entries = std::fs::read_dir(place.folder()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_interrupted_build_goes_on_and_gives_the_identical_file() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let places = folders.each_ref().map(|folder| Place::from(folder.path().join("tables")));
        let recipe = Squares::new(false);
        for until in [123, 456] {
            let stopped = build_some(&recipe, &places[0], until).unwrap_err();
            assert!(matches!(stopped, BuildError::Stopped), "{stopped}");
            assert_eq!(names(&places[0]), ["squares.reached"]);
        }
        let resumed = build_some(&recipe, &places[0], 5000).unwrap();
        assert_eq!(recipe.computed.into_inner(), 1000 + 24 + 57);
        assert_eq!(names(&places[0]), ["squares.table"]);
        build_some(&Squares::new(false), &places[1], 5000).unwrap();
        let file = |place: &Place| std::fs::read(place.table("squares")).unwrap();
        assert_eq!(file(&places[0]), file(&places[1]));
        assert_eq!(resumed.payload()[8..16], 1_u64.to_le_bytes());
    }

    #[test]
    fn a_damaged_checkpoint_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        let recipe = Squares::new(false);
        build_some(&recipe, &place, 123).unwrap_err();
        let reached = place.beside("squares", "reached");
        let mut bytes = std::fs::read(&reached).unwrap();
        bytes[500] ^= 1;
        std::fs::write(&reached, bytes).unwrap();
        build_some(&recipe, &place, 5000).unwrap();
        assert_eq!(recipe.computed.into_inner(), 124 + 1000);
    }

    #[test]
    fn a_table_against_the_rules_is_never_named() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        let recipe = Squares::new(true);
        let error = build_some(&recipe, &place, 5000).unwrap_err().to_string();
        assert!(error.contains("contradicts the rules: 0 squared"), "{error}");
        assert!(names(&place).is_empty());
    }

    #[test]
    fn two_builders_do_not_meet() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        let held = lock(&place.beside("squares", "lock")).unwrap();
        let error = build_some(&Squares::new(false), &place, 5000).unwrap_err();
        assert!(matches!(error, BuildError::Busy(_)), "{error}");
        drop(held);
        build_some(&Squares::new(false), &place, 5000).unwrap();
        verify(&Squares::new(false), &place, Extent::Full, &Watch::nobody()).unwrap();
    }

    #[test]
    fn a_damaged_table_is_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        drop(build_some(&Squares::new(false), &place, 5000).unwrap());
        let path = place.table("squares");
        let sound = std::fs::read(&path).unwrap();
        let mut damaged = sound.clone();
        damaged[500] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        build_some(&Squares::new(false), &place, 5000).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), sound);
    }
}
