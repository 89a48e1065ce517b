import { baseCss } from './base.css.gen.js';
import { connectCss } from './connect.css.gen.js';
import { controlsCss } from './controls.css.gen.js';
import { feedbackCss } from './feedback.css.gen.js';
import { frameCss } from './frame.css.gen.js';
import { listCss } from './list.css.gen.js';
import { marksCss } from './marks.css.gen.js';
import { isPaletteAsked, palettes } from './palettes.js';
import { tokenPreferencesCss } from './tokenPreferences.css.gen.js';
import { tokensCss } from './tokens.css.gen.js';

/** Features that the tokens require: paired colours, relative colours, and springs as easing functions. */
const MODERN = [
  ['color', 'light-dark(#000, #fff)'],
  ['color', 'color(from #000 srgb r g b)'],
  ['transition-timing-function', 'linear(0, 1)'],
] as const;

/**
 * The style sheets that every view needs, in order; views load their own sheets. `base` must precede the tokens,
 * which build on its reset. Engines from before mid-2024 get a fallback in a separate chunk; if it fails to load, the
 * modal still shows.
 */
export async function shellStyles(): Promise<readonly string[]> {
  return [
    baseCss,
    tokensCss,
    ...(MODERN.every(([property, value]) => CSS.supports(property, value)) ? [] : await legacyTokens()),
    tokenPreferencesCss,
    frameCss,
    controlsCss,
    listCss,
    marksCss,
    feedbackCss,
    connectCss,
    ...(isPaletteAsked() ? await palettes() : []),
  ];
}

function legacyTokens(): Promise<readonly string[]> {
  return import('./legacyTokens.css.gen.js').then(
    ({ legacyTokensCss }) => [legacyTokensCss],
    () => [],
  );
}
