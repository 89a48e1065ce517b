/**
 * The selectors of a style sheet that name `:hover` outside of `@media (hover: hover)`. A finger hovers over what it touched
 * last, and such a rule stays in force there.
 *
 * @param {string} css
 * @returns {string[]}
 */
export function ungatedHovers(css) {
  const found = [];
  // The heads of the blocks that are open.
  const open = [];
  let head = '';
  for (const character of css.replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (character === '{') {
      const selector = head.trim();
      const isGated = open.some(outer => /^@media\b[^{]*\(hover:\s*hover\)/.test(outer));
      if (selector.includes(':hover') && !isGated) found.push(selector);
      open.push(selector);
      head = '';
    } else if (character === '}') {
      open.pop();
      head = '';
    } else if (character === ';') head = '';
    else head += character;
  }
  return found;
}
