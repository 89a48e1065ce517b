/**
 * Runs `act` after the next paint, so that its work neither delays that paint nor counts towards it; at once if nothing is
 * painted: in the background, and outside a browser.
 */
export function afterFrame(act: () => void): void {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) {
    act();
    return;
  }
  // The first callback runs before the paint of its frame, the second one after.
  requestAnimationFrame(() => requestAnimationFrame(act));
}
