/**
 * Acts once the page has drawn what was just changed, so that the work neither delays the drawing nor is seen as part of it; at
 * once where nothing is drawn: in the background, and outside of a browser.
 */
export function afterFrame(act: () => void): void {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) {
    act();
    return;
  }
  // The first callback runs before its frame is drawn, the second one after.
  requestAnimationFrame(() => requestAnimationFrame(act));
}
