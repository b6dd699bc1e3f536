// Announces what happened to screen readers: one polite live region for all screens.

const region = document.createElement('div');
region.className = 'hidden';
region.setAttribute('aria-live', 'polite');
region.setAttribute('role', 'status');
region.id = 'announcer';
document.body.append(region);

/** @param {string} text */
export function announce(text) {
  region.textContent = '';
  // An empty region first, so that the same sentence is said again.
  setTimeout(() => { region.textContent = text; }, 30);
}
