// Dragging a piece: it follows the pointer, and where it is let go it goes. A press without a move
// stays a click. Only pieces that can move can be dragged, so that a finger anywhere else scrolls.

/** How far the pointer must go before a press becomes a drag, in pixels. */
const THRESHOLD = 7;

export class Drag {
  /** Whether a drag has just ended, so that the click that follows it is none. */
  justEnded = false;

  /** @param {import('./view.js').BoardView} view @param {import('./sites.js').SiteListener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
  }

  /** A pointer goes down on a site. @param {PointerEvent} event @param {number | null} site */
  begin(event, site) {
    this.justEnded = false;
    if (site === null || event.button !== 0 || !this.listener.canDrag?.(site)) return;
    const start = { x: event.clientX, y: event.clientY };
    const { element } = this.view;
    const stop = new AbortController();
    const { signal } = stop;
    let dragging = false;

    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== event.pointerId) return;
      if (!dragging && Math.hypot(now.clientX - start.x, now.clientY - start.y) < THRESHOLD) return;
      if (!dragging) {
        dragging = true;
        element.classList.add('dragging');
        element.setPointerCapture?.(event.pointerId);
        if (this.view.highlights.picked !== site) this.listener.choose(site);
      }
      this.#follow(site, now);
      this.listener.look?.(this.#nearest(now));
      now.preventDefault();
    };
    const end = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== event.pointerId) return;
      stop.abort();
      element.classList.remove('dragging');
      if (!dragging) return;
      this.justEnded = true;
      setTimeout(() => { this.justEnded = false; }, 50);
      this.#rest(site);
      const to = now.type === 'pointerup' ? this.#nearest(now) : null;
      if (to !== null && to !== site) this.listener.drop?.(site, to);
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  }

  /** @param {number} site @param {PointerEvent} event */
  #follow(site, event) {
    const figure = this.view.figures.get(site);
    const { x, y } = this.#point(event);
    if (!figure) return;
    if (figure.nextSibling) this.view.layers.pieces.append(figure);
    figure.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1.1)`);
  }

  /** @param {number} site */
  #rest(site) {
    const { x, y } = this.view.layout.sites[site];
    this.view.figures.get(site)?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  /** The site under the pointer, if it is near enough. @param {PointerEvent} event */
  #nearest(event) {
    const at = this.#point(event);
    const far = this.view.layout.sites.map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
    const least = Math.min(...far);
    return least < 60 ? far.indexOf(least) : null;
  }

  /** Where the pointer is, in the drawing's units. @param {PointerEvent} event */
  #point(event) {
    const matrix = this.view.element.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }
}
