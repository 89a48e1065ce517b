/** The icons that only the embedded wallet's views draw; see `icons`. */
export const embeddedIcons = {
  mail: 'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  go: 'M5 12h14M12 5l7 7-7 7',
} as const;
