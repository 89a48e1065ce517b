import { baseCss } from './base.css.gen.js';
import { controlsCss } from './controls.css.gen.js';
import { feedbackCss } from './feedback.css.gen.js';
import { frameCss } from './frame.css.gen.js';
import { heroCss } from './hero.css.gen.js';
import { listCss } from './list.css.gen.js';
import { marksCss } from './marks.css.gen.js';
import { preferencesCss } from './preferences.css.gen.js';
import { tokensCss } from './tokens.css.gen.js';

/** The style sheets that every view needs, in order. `base` comes before the tokens that build on its reset. */
export const shellStyles: readonly string[] = [
  baseCss,
  tokensCss,
  frameCss,
  controlsCss,
  listCss,
  marksCss,
  heroCss,
  feedbackCss,
  preferencesCss,
];
