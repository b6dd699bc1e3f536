//! The page in few files: `index.html`, one script, one style sheet and the icon. The names of all but
//! the first hold a hash of their text, so browsers keep them for ever and ask again only for
//! `index.html`.
//!
//! The bundler knows just the forms of `import` and `export` that the page uses, each on a line of its
//! own: `import { a, b as c } from './x.js'`, `import * as x from './x.js'`, and `export` before a
//! function, class or constant. Every module becomes a function that returns its exports; the order is
//! that of the imports, and a cycle is an error.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The files to serve, by their paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bundle {
    pub(crate) index: String,
    /// The other files: name, media type and text.
    pub(crate) files: Vec<(String, &'static str, String)>,
}

/// What the page must not contain.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BundleError {
    /// A file that another one needs is missing.
    #[error("the page has no file {0}")]
    Missing(String),
    /// A module needs itself.
    #[error("{0} imports itself, by way of others")]
    Cycle(String),
    /// A line that the bundler does not understand.
    #[error("{0}: `{1}` is no import or export that the bundler knows")]
    Syntax(String, String),
}

impl Bundle {
    /// Bundles a page. `read` gives the text of a file by its path.
    pub(crate) fn new(read: &dyn Fn(&str) -> Option<String>) -> Result<Bundle, BundleError> {
        let text = |path: &str| read(path).ok_or_else(|| BundleError::Missing(path.to_owned()));
        let mut modules = Modules { read: &text, done: BTreeMap::new(), script: String::new() };
        modules.add("app.js", &[])?;
        let index = text("index.html")?;
        let mut styles = String::new();
        let mut kept = String::new();
        for line in index.lines() {
            match between(line, "<link rel=\"stylesheet\" href=\"/", "\">") {
                Some(path) => styles += &text(path)?,
                None => {
                    kept += line;
                    kept.push('\n');
                }
            }
        }
        let script_name = format!("app.{}.js", hash(&modules.script));
        let style_name = format!("style.{}.css", hash(&styles));
        let icon = text("icon.svg")?;
        let icon_name = format!("icon.{}.svg", hash(&icon));
        let style_link = format!("<link rel=\"stylesheet\" href=\"/{style_name}\">\n</head>");
        let index = kept
            .replace("src=\"/app.js\"", &format!("src=\"/{script_name}\""))
            .replace("href=\"/icon.svg\"", &format!("href=\"/{icon_name}\""))
            .replace("</head>", &style_link);
        Ok(Bundle {
            index,
            files: vec![
                (script_name, "text/javascript; charset=utf-8", modules.script),
                (style_name, "text/css; charset=utf-8", styles),
                (icon_name, "image/svg+xml", icon),
            ],
        })
    }
}

/// The modules that are in the script already, each with the name of its exports.
struct Modules<'a> {
    read: &'a dyn Fn(&str) -> Result<String, BundleError>,
    done: BTreeMap<String, String>,
    script: String,
}

impl Modules<'_> {
    /// Adds a module after those that it imports. Returns the name of its exports.
    fn add(&mut self, path: &str, importers: &[&str]) -> Result<String, BundleError> {
        if let Some(name) = self.done.get(path) {
            return Ok(name.clone());
        }
        if importers.contains(&path) {
            return Err(BundleError::Cycle(path.to_owned()));
        }
        let source = (self.read)(path)?;
        let importers = [importers, &[path]].concat();
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in code_lines(&source) {
            let unknown = || BundleError::Syntax(path.to_owned(), line.to_owned());
            if line.starts_with("import ") {
                let (names, target) = read_import(line).ok_or_else(unknown)?;
                let target = self.add(&resolve(path, target), &importers)?;
                writeln!(body, "const {names} = {target};").unwrap_or_default();
            } else if let Some(declaration) = line.strip_prefix("export ") {
                if declaration == "{};" {
                    continue;
                }
                exports.push(exported_name(declaration).ok_or_else(unknown)?.to_owned());
                body += declaration;
                body.push('\n');
            } else {
                body += line;
                body.push('\n');
            }
        }
        let name = format!("m{}", self.done.len());
        let exports = exports.join(", ");
        writeln!(self.script, "const {name} = (() => {{\n{body}return {{ {exports} }};\n}})();")
            .unwrap_or_default();
        self.done.insert(path.to_owned(), name.clone());
        Ok(name)
    }
}

/// The lines of a module without those that are nothing but comments.
fn code_lines(source: &str) -> impl Iterator<Item = &str> {
    let mut in_comment = false;
    source.lines().filter(move |line| {
        let text = line.trim();
        let begins = text.starts_with("/**");
        let is_comment = in_comment || text.starts_with("//") || begins && is_whole(text);
        in_comment = (in_comment || begins) && !text.contains("*/");
        !is_comment && !text.is_empty()
    })
}

/// Whether a line that begins with a comment has nothing after it.
fn is_whole(text: &str) -> bool {
    text.find("*/").is_none_or(|end| end + 2 == text.len())
}

/// The names that an import declares, as a pattern, and the path of the module.
fn read_import(line: &str) -> Option<(String, &str)> {
    let (names, target) =
        line.strip_prefix("import ")?.strip_suffix("';")?.split_once(" from '")?;
    if let Some(name) = names.strip_prefix("* as ") {
        return Some((name.to_owned(), target));
    }
    (names.starts_with('{') && names.ends_with('}')).then(|| (names.replace(" as ", ": "), target))
}

/// The name of the function, class or constant that a line declares.
fn exported_name(declaration: &str) -> Option<&str> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|each: char| !each.is_alphanumeric() && each != '_' && each != '$')?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// The path of a module that another one imports.
fn resolve(importer: &str, target: &str) -> String {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What stands between two texts.
fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.trim().strip_prefix(before)?.strip_suffix(after)
}

pub(crate) fn hash(text: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(files: &[(&str, &str)]) -> Result<Bundle, BundleError> {
        Bundle::new(&|path| {
            files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
        })
    }

    const ICON: (&str, &str) = ("icon.svg", "<svg/>");
    const INDEX: (&str, &str) = (
        "index.html",
        "<head>\n<link rel=\"stylesheet\" href=\"/a.css\">\n<script type=\"module\" src=\"/app.js\"></script>\n</head>\n",
    );

    #[test]
    fn modules_stand_after_what_they_import_and_once() {
        let page = [
            INDEX,
            ICON,
            ("a.css", "a { }\n"),
            (
                "app.js",
                "// Head.\nimport { b as c } from './x/b.js';\nimport * as d from './x/d.js';\nc(d);\n",
            ),
            ("x/b.js", "import { d } from './d.js';\n/** Doc. */\nexport function b() {}\n"),
            ("x/d.js", "/**\n * Doc.\n */\nexport const d = /** @type {any} */ (1);\n"),
        ];
        let found = bundle(&page).unwrap();
        let [(script_name, _, script), (style_name, _, style), _] = &found.files[..] else {
            panic!()
        };
        assert_eq!(
            script,
            "const m0 = (() => {\nconst d = /** @type {any} */ (1);\nreturn { d };\n})();\n\
             const m1 = (() => {\nconst { d } = m0;\nfunction b() {}\nreturn { b };\n})();\n\
             const m2 = (() => {\nconst { b: c } = m1;\nconst d = m0;\nc(d);\nreturn {  };\n})();\n"
        );
        assert_eq!(style, "a { }\n");
        assert!(found.index.contains(script_name) && found.index.contains(style_name));
        assert!(!found.index.contains("a.css"));
    }

    #[test]
    fn what_cannot_be_bundled_is_an_error() {
        let app = |text: &'static str| [INDEX, ICON, ("a.css", ""), ("app.js", text)];
        assert!(matches!(bundle(&[INDEX, ICON, ("a.css", "")]), Err(BundleError::Missing(_))));
        assert!(matches!(bundle(&app("import './app.js';\n")), Err(BundleError::Syntax(..))));
        assert!(matches!(bundle(&app("export default 1;\n")), Err(BundleError::Syntax(..))));
        assert!(matches!(
            bundle(&app("import { a } from './app.js';\n")),
            Err(BundleError::Cycle(_))
        ));
    }

    #[test]
    fn another_text_has_another_name() {
        let page =
            |css: &'static str| bundle(&[INDEX, ICON, ("a.css", css), ("app.js", "")]).unwrap();
        assert_eq!(page("a").files[0].0, page("b").files[0].0);
        assert_ne!(page("a").files[1].0, page("b").files[1].0);
    }
}
