/** An element that a visitor may see. */
export interface Seen {
  /** Its label, or else its text. */
  readonly name: string;
  readonly text: string;
  readonly disabled: boolean;
  /** Its index among the found elements. */
  readonly index: number;
  /** Its centre, in CSS pixels of its document's viewport. */
  readonly x: number;
  readonly y: number;
  /** Whether a click on its centre would reach it. */
  readonly isOnTop: boolean;
}

declare global {
  interface Window {
    /** The elements that were found last. */
    looked: readonly Element[];
  }
}

/** Finds the visible elements of a selector, in the document and in open shadow roots. Runs in the page. */
export function look(selector: string): readonly Seen[] {
  const found: Element[] = [];
  const search = (root: Document | ShadowRoot) => {
    found.push(...root.querySelectorAll(selector));
    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) search(one.shadowRoot);
  };
  const hitAt = (x: number, y: number) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const clean = (text: string | null | undefined) => (text ?? '').trim().replace(/\s+/g, ' ');
  search(document);
  window.looked = found.filter(one => one.getClientRects().length > 0);
  return window.looked.map((one, index) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
    const label = one.getAttribute('aria-label') ?? labels[0]?.textContent ?? one.textContent;
    return {
      name: clean(label),
      text: one.textContent ?? '',
      disabled: one.matches(':disabled, [aria-disabled="true"]'),
      ...{ index, x, y, isOnTop: one.contains(hitAt(x, y)) },
    };
  });
}
