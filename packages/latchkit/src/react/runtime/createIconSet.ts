import { type EmbeddedIcons, type IconName, icons, type ViewIcons } from './icons.js';

/** The icons that have loaded so far. */
export interface IconSet {
  /** The icon's path in a 24 × 24 box; empty until it has loaded. */
  path(name: IconName): string;
  /** Adds the icons of the views that load later. */
  add(more: ViewIcons | EmbeddedIcons): void;
}

export function createIconSet(): IconSet {
  let paths: Readonly<Partial<Record<IconName, string>>> = icons;
  return {
    path: name => paths[name] ?? '',
    add: more => {
      paths = { ...paths, ...more };
    },
  };
}
