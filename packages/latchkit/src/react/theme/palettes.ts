const ASKED = '(prefers-contrast: more), (forced-colors: active)';

/** Whether the visitor's system asks for strong contrast or for its own colours. */
export const isPaletteAsked = (): boolean => matchMedia(ASKED).matches;

/** The sheet for both; none where it does not load: the modal is shown all the same. */
export function palettes(): Promise<readonly string[]> {
  return import('./palettes.css.gen.js').then(
    ({ palettesCss }) => [palettesCss],
    () => [],
  );
}

/** Adopts the sheet when the system asks while the page is there. @returns what ends it. */
export function followPalettes(adopt: (css: string) => void): () => void {
  const asked = matchMedia(ASKED);
  const follow = () => void palettes().then(sheets => sheets.forEach(adopt));
  asked.addEventListener('change', follow);
  return () => asked.removeEventListener('change', follow);
}
