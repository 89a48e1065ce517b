import * as z from 'zod/mini';

/** Design tokens that the wallet page accepts from a host, as hex colours. None of them sets a position, a size or a font. */
export const FRAME_COLORS = ['--lk-accent', '--lk-on-accent', '--lk-bg', '--lk-fg'] as const;

/** A design token that the wallet page accepts. */
export type FrameColor = (typeof FRAME_COLORS)[number];

/** Background and text colours that are used together. */
const READ_TOGETHER: readonly (readonly [FrameColor, FrameColor])[] = [
  ['--lk-accent', '--lk-on-accent'],
  ['--lk-bg', '--lk-fg'],
];

/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5;

const color = z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)));
const variables = z
  .strictObject({ '--lk-accent': color, '--lk-on-accent': color, '--lk-bg': color, '--lk-fg': color })
  .check(z.refine(isReadable));

/**
 * The part of a host's theme that the wallet page accepts: the mode, and hex colours with readable text (WCAG contrast of at
 * least 4.5). No CSS, fonts or URLs.
 */
export const frameTheme = z.strictObject({
  themeMode: z.enum(['light', 'dark']),
  themeVariables: z.optional(variables),
  w3mThemeVariables: z.optional(z.strictObject({ '--w3m-accent': color, '--w3m-color-mix': color })),
});

/** The part of a host's theme that the wallet page accepts. */
export type FrameTheme = z.infer<typeof frameTheme>;

/** The host's tokens that the wallet page accepts; the others are dropped. */
export function frameColors(tokens: Readonly<Record<string, string>>): Partial<Record<FrameColor, string>> {
  const taken: Partial<Record<FrameColor, string>> = {};
  for (const name of FRAME_COLORS) {
    const value = tokens[name]?.trim();
    if (z.safeParse(color, value).success && value !== undefined) taken[name] = value;
  }
  for (const [ground, ink] of READ_TOGETHER) {
    if (isReadable({ [ground]: taken[ground], [ink]: taken[ink] })) continue;
    delete taken[ground];
    delete taken[ink];
  }
  return taken;
}

/** Whether text is readable: a pair by its contrast; a single colour with white or black, one of which is always readable. */
function isReadable(colors: { readonly [name in FrameColor]?: string | undefined }): boolean {
  return READ_TOGETHER.every(([ground, ink]) => {
    const on = colors[ground];
    const of = colors[ink];
    if (on === undefined) return of === undefined;
    return of === undefined || contrast(on, of) >= MIN_CONTRAST;
  });
}

/** The contrast ratio of two colours `#rrggbb`, 1 to 21, as defined by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
