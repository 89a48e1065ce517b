/** How a scene can look: each combination of theme, device and language. */
export interface Look {
  /** For example `dark-sheet-ar`. */
  readonly name: string;
  readonly theme: (typeof THEMES)[number];
  readonly device: (typeof DEVICES)[number]['name'];
  readonly locale: (typeof LOCALES)[number]['name'];
  readonly direction: 'ltr' | 'rtl';
  readonly viewport: { readonly width: number; readonly height: number };
  /** The demo's query parameters for it. */
  readonly query: string;
}

export const THEMES = ['light', 'dark'] as const;

/** A desktop shows a dialog, a phone a sheet. */
export const DEVICES = [
  { name: 'dialog', viewport: { width: 1280, height: 800 } },
  { name: 'sheet', viewport: { width: 390, height: 844 } },
] as const;

export const LOCALES = [
  { name: 'en', direction: 'ltr' },
  { name: 'de', direction: 'ltr' },
  { name: 'ar', direction: 'rtl' },
] as const;

export const LOOKS: readonly Look[] = THEMES.flatMap(theme =>
  DEVICES.flatMap(device =>
    LOCALES.map(locale => ({
      name: `${theme}-${device.name}-${locale.name}`,
      theme,
      device: device.name,
      locale: locale.name,
      direction: locale.direction,
      viewport: device.viewport,
      query: `theme=${theme}&locale=${locale.name}`,
    })),
  ),
);
