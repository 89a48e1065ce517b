import { MAIL } from './iconParts.js';

/** The icons that only the embedded wallet's views draw; see `icons`. */
export const embeddedIcons = {
  mail: MAIL,
  go: 'M5 12h14M12 5l7 7-7 7',
} as const;
