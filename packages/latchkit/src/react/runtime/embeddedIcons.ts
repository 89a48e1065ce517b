import { MAIL } from './icons.js';

/** Icons used only by the embedded wallet's views; see `icons`. */
export const embeddedIcons = {
  mail: MAIL,
  go: 'M5 12h14M12 5l7 7-7 7',
} as const;
