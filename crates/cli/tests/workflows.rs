//! The workflows of the continuous integration are well-formed, and every program of this project
//! that they call is there.

use std::fs;
use std::path::Path;

use serde_json::Value;

#[test]
fn workflows_are_well_formed_and_call_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut jobs_seen = 0;
    for entry in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let workflow: Value = serde_saphyr::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(workflow["name"].is_string() && workflow["permissions"].is_object(), "{path:?}");
        // YAML 1.1 reads the key `on` as true; both are the same key to GitHub.
        assert!(workflow.get("on").or(workflow.get("true")).is_some(), "{path:?} has no trigger");
        for (name, job) in workflow["jobs"].as_object().unwrap() {
            jobs_seen += 1;
            assert!(job["runs-on"].is_string(), "{path:?}: {name} runs nowhere");
            assert!(job["timeout-minutes"].is_u64(), "{path:?}: {name} may run for ever");
            for step in job["steps"].as_array().unwrap() {
                let is_one = step["run"].is_string() ^ step["uses"].is_string();
                assert!(is_one, "{path:?}: {name}: {step} must either run or use something");
                let program = step["run"].as_str().and_then(|run| run.split(' ').next());
                if let Some(program) = program.filter(|program| program.contains('/')) {
                    assert!(root.join(program).exists(), "{path:?}: {name} calls {program}");
                }
                if let Some(action) = step["uses"].as_str() {
                    assert!(action.contains('@'), "{path:?}: {action} has no version");
                }
            }
        }
    }
    assert!(jobs_seen >= 5, "only {jobs_seen} jobs");
}
