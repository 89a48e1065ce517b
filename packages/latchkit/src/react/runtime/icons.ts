import type { embeddedIcons } from './embeddedIcons.js';
import type { viewIcons } from './viewIcons.js';

/** A circle that fills the box of an icon. */
export const CIRCLE = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0';

/** An envelope, used in Connect and in views that can be reached without it. */
export const MAIL =
  'm22 7-9 5.7a2 2 0 0 1-2 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';

/** Icons that the modal needs immediately, each one stroked path in a 24 × 24 box. */
export const icons = {
  back: 'm15 18-6-6 6-6',
  forward: 'm9 18 6-6-6-6',
  check: 'M20 6 9 17l-5-5',
  close: 'M18 6 6 18M6 6l12 12',
  help: `${CIRCLE}M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01`,
  alert: `${CIRCLE}M12 8v4M12 16h.01`,
  done: `${CIRCLE}M16 9l-5.5 5.5L8 12`,
  info: `${CIRCLE}M12 16v-4M12 8h.01`,
  warning: 'm21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3M12 9v4M12 17h.01',
  again: 'M21 12a9 9 0 1 1-9-9c2.5 0 4.9 1 6.7 2.7L21 8M21 3v5h-5',
  lock: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
  offline:
    'M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8a15 15 0 0 0-11.3-3.8M2 2l20 20',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  puzzle: 'M4 8h4.5a2.5 2.5 0 1 1 5 0H17v4.5a2.5 2.5 0 1 1 0 5V21H4z',
} as const;

/** Icons used only by the views that load later. */
export type ViewIcons = typeof viewIcons;

/** Icons used only by the embedded wallet's views. */
export type EmbeddedIcons = typeof embeddedIcons;

export type IconName = keyof typeof icons | keyof ViewIcons | keyof EmbeddedIcons;

/** Icons that point in the reading direction; they are mirrored in right-to-left locales. */
export const MIRRORED_ICONS: ReadonlySet<IconName> = new Set(['back', 'forward', 'external', 'logOut', 'go']);
