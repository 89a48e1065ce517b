const ASKED = '(prefers-contrast: more), (forced-colors: active)';

/** Whether the visitor's system requests more contrast or forced colours. */
export const isPaletteAsked = (): boolean => matchMedia(ASKED).matches;

/** The sheet for both palettes; empty if it doesn't load, so that the modal still shows. */
export function palettes(): Promise<readonly string[]> {
  return import('./palettes.css.gen.js').then(
    ({ palettesCss }) => [palettesCss],
    () => [],
  );
}

/** Adopts the sheet if the system requests it later. @returns a function that stops following. */
export function followPalettes(adopt: (css: string) => void): () => void {
  const asked = matchMedia(ASKED);
  const follow = () => void palettes().then(sheets => sheets.forEach(adopt));
  asked.addEventListener('change', follow);
  return () => asked.removeEventListener('change', follow);
}
