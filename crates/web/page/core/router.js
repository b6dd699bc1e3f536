// Which screen is shown: `#/session/x7…`, `#/rules/fanorona`, `#/analysis/halma?position=…`.
// Everything stands behind the hash, so that the server need not know the screens and every address
// can be kept, sent and opened again.

/**
 * @typedef {object} Route
 * @property {string[]} path  the parts between slashes
 * @property {URLSearchParams} query
 */

/** The screen's address now. @returns {Route} */
export function route() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(query),
  };
}

/** A part of an address; one that somebody mistyped is taken as it stands. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * An address within the page.
 * @param {string[]} path @param {Record<string, string | undefined>} [query]
 */
export function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(/** @type {string[][]} */ (given)).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`;
}

/** Goes to an address of the page. @param {string} to */
export function go(to) {
  location.hash = to;
}

/** Puts another address into the bar without going anywhere. @param {string} to */
export function rename(to) {
  history.replaceState(null, '', to);
}
