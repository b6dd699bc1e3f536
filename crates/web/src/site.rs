//! The web app without a server: files for any static host, and the whole of it in one HTML file that
//! can be opened from a disk. The WebAssembly module answers in place of the server.
//!
//! | file | what it is |
//! |---|---|
//! | `index.html`, `app.….js`, `style.….css`, `icon.….svg` | the page, as the server bundles it |
//! | `spielwerk.….wasm` | the module |
//! | `lessons/`, `puzzles/` | what the page loads when it is wanted |
//! | `manifest.webmanifest`, `icon-….png`, `service-worker.js` | what a browser needs to install it and to open it without a network |
//! | `spielwerk.html` | all of it in one file |

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use thiserror::Error;

use crate::bundle::{Bundle, BundleError, hash};
use crate::page;
use crate::wasm_module::WasmModule;

/// Modules of the page that need a server, and what is in their place without one.
const REPLACED: [(&str, &str); 2] =
    [("core/transport.js", "local/transport.js"), ("core/standalone.js", "local/standalone.js")];
/// The widths of the icons, in pixels.
const ICON_WIDTHS: [u32; 2] = [192, 512];
/// The colours of the icon's board and of the page.
const THEME_COLOR: &str = "#6d4728";
const BACKGROUND_COLOR: &str = "#f6f1e7";

/// A file of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteFile {
    /// Its name, from the folder of the site.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why there is no site.
#[derive(Debug, Error)]
pub enum SiteError {
    /// The page cannot be bundled.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// An icon cannot be drawn.
    #[error("the icon cannot be drawn: {0}")]
    Icon(String),
}

/// All files of a site, given the WebAssembly module.
pub fn site(module: &WasmModule) -> Result<Vec<SiteFile>, SiteError> {
    let bundle = Bundle::new(&|path| {
        let replaced = REPLACED.iter().find(|(module, _)| *module == path);
        page::text(replaced.map_or(path, |(_, other)| other))
    })?;
    let worker = text("local/worker.js")?;
    let mut files: Vec<SiteFile> =
        bundle.files.iter().map(|(name, _, text)| file(name, text.as_bytes())).collect();
    let module_name = format!("spielwerk.{}.wasm", module.hash());
    files.push(file(&module_name, module.bytes()));
    for name in page::learning_files() {
        files.push(file(&name, text(&name)?.as_bytes()));
    }
    files.extend(icons()?);
    files.push(file("manifest.webmanifest", manifest().as_bytes()));
    files.push(file("index.html", index(&bundle, &worker, &module_name).as_bytes()));
    files.push(file("service-worker.js", service_worker(&files)?.as_bytes()));
    files.push(file("spielwerk.html", single(&bundle, &worker, module)?.as_bytes()));
    Ok(files)
}

fn file(name: &str, bytes: &[u8]) -> SiteFile {
    SiteFile { name: name.to_owned(), bytes: bytes.to_vec() }
}

fn text(path: &str) -> Result<String, BundleError> {
    page::text(path).ok_or_else(|| BundleError::Missing(path.to_owned()))
}

/// The page, with addresses beside it: the site may be in any folder of a host.
fn index(bundle: &Bundle, worker: &str, module_name: &str) -> String {
    let head = format!(
        "<meta name=\"theme-color\" content=\"{THEME_COLOR}\">\n\
         <link rel=\"manifest\" href=\"./manifest.webmanifest\">\n\
         <link rel=\"apple-touch-icon\" href=\"./icon-192.png\">\n\
         <link id=\"spielwerk-module\" rel=\"preload\" as=\"fetch\" type=\"application/wasm\" \
         crossorigin href=\"./{module_name}\">\n{}</head>",
        worker_element(worker)
    );
    bundle
        .index
        .replace("href=\"/", "href=\"./")
        .replace("src=\"/", "src=\"./")
        .replace("</head>", &head)
}

/// The page in one file.
fn single(bundle: &Bundle, worker: &str, module: &WasmModule) -> Result<String, BundleError> {
    let mut index = bundle.index.clone();
    for (name, _, text) in &bundle.files {
        let (old, new) = if name.ends_with(".js") {
            let old = format!("<script type=\"module\" src=\"/{name}\"></script>");
            (old, format!("<script type=\"module\">\n{}</script>", in_element(text)))
        } else if name.ends_with(".css") {
            let old = format!("<link rel=\"stylesheet\" href=\"/{name}\">");
            (old, format!("<style>\n{text}</style>"))
        } else {
            let data = STANDARD.encode(text);
            (format!("href=\"/{name}\""), format!("href=\"data:image/svg+xml;base64,{data}\""))
        };
        index = index.replace(&old, &new);
    }
    let mut end = worker_element(worker);
    for name in page::learning_files() {
        let text = in_element(&text(&name)?);
        end += &format!("<script type=\"text/plain\" data-file=\"{name}\">{text}</script>\n");
    }
    let module = STANDARD.encode(module.gzip());
    end +=
        &format!("<script type=\"text/plain\" id=\"spielwerk-module\">{module}</script>\n</body>");
    Ok(index.replace("</body>", &end))
}

/// The script of the workers, as a text that the page reads.
fn worker_element(worker: &str) -> String {
    format!(
        "<script type=\"text/plain\" id=\"spielwerk-worker\">\n{}</script>\n",
        in_element(worker)
    )
}

/// A script that does not end the element in which it stands.
fn in_element(script: &str) -> String {
    script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
}

fn icons() -> Result<Vec<SiteFile>, SiteError> {
    let icon = text("icon.svg")?;
    let draw = |width| {
        let png = spielwerk_drawing::png(&icon, width);
        let png = png.map_err(|error| SiteError::Icon(error.to_string()))?;
        Ok(SiteFile { name: format!("icon-{width}.png"), bytes: png })
    };
    ICON_WIDTHS.into_iter().map(draw).collect()
}

fn manifest() -> String {
    let icons = ICON_WIDTHS.map(|width| {
        json!({
            "src": format!("icon-{width}.png"),
            "sizes": format!("{width}x{width}"),
            "type": "image/png",
            "purpose": "any",
        })
    });
    json!({
        "name": "Spielwerk",
        "short_name": "Spielwerk",
        "description": "FAUhalma, Halma, Fanorona and Das Bohnenspiel: play and analyse.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "theme_color": THEME_COLOR,
        "background_color": BACKGROUND_COLOR,
        "icons": icons,
    })
    .to_string()
}

/// The service worker, with the names of the files that it keeps.
fn service_worker(files: &[SiteFile]) -> Result<String, SiteError> {
    let names: Vec<String> = files.iter().map(|file| format!("./{}", file.name)).collect();
    let names = [vec!["./".to_owned()], names].concat();
    let contents: Vec<&[u8]> = files.iter().map(|file| &file.bytes[..]).collect();
    let version = format!("const VERSION = 'spielwerk-{}';", hash(contents));
    let source = text("local/service-worker.js")?;
    Ok(source
        .replace("const FILES = [];", &format!("const FILES = {};", json!(names)))
        .replace("const VERSION = '';", &version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm_module::tests::{another, sample};

    fn text_of(files: &[SiteFile], name: &str) -> String {
        let found = files.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(found.bytes.clone()).unwrap()
    }

    #[test]
    fn every_file_that_is_named_is_there() {
        let files = site(&sample()).unwrap();
        let index = text_of(&files, "index.html");
        let attributes = index.split('"').filter_map(|text| text.strip_prefix("./"));
        let named: Vec<&str> = attributes.collect();
        assert_eq!(named.len(), 6, "{named:?}");
        for name in named {
            assert!(files.iter().any(|file| file.name == name), "{name}");
        }
        assert!(!index.contains("\"/"), "an address that begins at the host's root");
        let worker = text_of(&files, "service-worker.js");
        for file in files.iter().filter(|file| file.name != "service-worker.js") {
            let kept = worker.contains(&format!("\"./{}\"", file.name));
            assert_eq!(kept, file.name != "spielwerk.html", "{}", file.name);
        }
    }

    #[test]
    fn one_file_needs_no_other() {
        let files = site(&sample()).unwrap();
        let single = text_of(&files, "spielwerk.html");
        for file in &files {
            assert!(!single.contains(&format!("\"/{}\"", file.name)), "{}", file.name);
        }
        let ends = single.matches("</script>").count();
        let learning = page::learning_files().len();
        assert_eq!(learning, 8);
        assert_eq!(ends, 3 + learning, "the page, the workers, the module, lessons and puzzles");
        assert!(single.contains(&STANDARD.encode(sample().gzip())));
    }

    #[test]
    fn only_a_page_without_a_server_has_its_own_backend() {
        let script = |bundle: &Bundle| bundle.files[0].2.clone();
        let served = script(&page::bundle().unwrap());
        assert!(served.contains("new WebSocket(") && !served.contains("indexedDB"));
        let single = text_of(&site(&sample()).unwrap(), "spielwerk.html");
        assert!(!single.contains("new WebSocket(") && single.contains("indexedDB"));
    }

    #[test]
    fn another_module_is_another_version() {
        let (one, two) = (site(&sample()).unwrap(), site(&another()).unwrap());
        let worker = |files: &[SiteFile]| text_of(files, "service-worker.js");
        assert_ne!(worker(&one), worker(&two));
    }
}
