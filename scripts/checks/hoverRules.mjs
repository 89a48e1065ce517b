/**
 * Lists the selectors of a style sheet that use `:hover` outside of `@media (hover: hover)`. On touch screens, such a rule sticks to
 * the element that was touched last.
 *
 * @param {string} css
 * @returns {string[]}
 */
export function ungatedHovers(css) {
  const found = [];
  // Selectors of the enclosing blocks.
  const open = [];
  let head = '';
  for (const character of css.replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (character === '{') {
      const selector = head.trim();
      const isGated = open.some(outer => /^@media\b[^{]*\(hover:\s*hover\)/.test(outer));
      if (!selector.startsWith('@') && selector.includes(':hover') && !isGated) found.push(selector);
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
