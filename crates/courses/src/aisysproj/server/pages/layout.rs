//! What all pages share: head, style, breadcrumbs, and HTML escaping.

/// What a page may load: its own style, pictures of this server, and nothing else.
pub(super) const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'";

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #2b2620; --page: #faf6ee; --faint: #7a7064;
        --line: #e2d8c6; --accent: #a4501e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece4d6; --page: #1d1a17; --faint: #a3988a; --line: #3a342d; --accent: #e39a63 } }
body { font: 16px/1.5 system-ui, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif;
       color: var(--ink); background: var(--page); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-weight: 600; font-size: 1.7rem; margin: .3rem 0 1rem }
h2 { font-weight: 600; font-size: 1.15rem; margin: 2rem 0 .5rem }
a { color: var(--accent); text-decoration: none } a:hover { text-decoration: underline }
nav { color: var(--faint); font-size: .9rem } nav a:after { content: ' / '; color: var(--faint) }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 500; color: var(--faint); font-size: .85rem }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line) }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
.faint { color: var(--faint) }
img { display: block; width: 100%; max-width: 36rem; margin: 1rem auto }
.steps { display: flex; gap: 1.5rem; justify-content: center; align-items: baseline }
code { font-size: .9em }
";

/// A whole page: its title, breadcrumbs (names with their addresses), and content.
pub(super) fn page(title: &str, breadcrumbs: &[(&str, String)], content: &str) -> String {
    let title = escape(title);
    let breadcrumbs: String = breadcrumbs
        .iter()
        .map(|(name, address)| format!("<a href='{}'>{}</a>", escape(address), escape(name)))
        .collect();
    format!(
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width, initial-scale=1'>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <nav>{breadcrumbs}</nav>\n<h1>{title}</h1>\n{content}</body>\n</html>\n"
    )
}

/// A table from its heads and rows; cells are HTML, and those of columns whose head begins with
/// `#` are numbers.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let class = |head: &str| if head.starts_with('#') { " class='number'" } else { "" };
    let row = |tag: &str, cells: &[String]| {
        let cells: String = heads
            .iter()
            .zip(cells)
            .map(|(head, cell)| format!("<{tag}{}>{cell}</{tag}>", class(head)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let names: Vec<String> =
        heads.iter().map(|head| head.trim_start_matches('#').to_owned()).collect();
    let body: String = rows.iter().map(|cells| row("td", cells)).collect();
    format!("<table>\n{}{body}</table>\n", row("th", &names))
}

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\'' => safe.push_str("&#39;"),
            '"' => safe.push_str("&quot;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out_of_a_page() {
        let page = page("<script>", &[("a'b", "/'>".into())], "");
        assert!(!page.contains("<script>") && !page.contains("/'>"));
    }
}
