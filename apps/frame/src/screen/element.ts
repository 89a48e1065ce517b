type Child = Node | string | undefined;

/** Creates an element with attributes and children; strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = page.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter(child => child !== undefined));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Icons in a 24 × 24 box, drawn with a stroke. */
const ICONS = {
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 8v4M12 16h.01',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  check: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M8 12l3 3 5-6',
  chevron: 'm6 9 6 6 6-6',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof ICONS;

/** A decorative icon without an accessible name. */
export function icon(page: Document, name: IconName): SVGElement {
  const svg = page.createElementNS(SVG, 'svg');
  for (const [attribute, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
    ['class', 'icon'],
  ] as const) {
    svg.setAttribute(attribute, value);
  }
  const path = page.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}
