/**
 * The attributes of an element that announces its text politely. The element is always there, because screen readers announce only
 * what changes in a region that they know; its role only while it says something, so that no visitor finds an empty, unnamed region.
 *
 * @param says - Whether the element has text now.
 */
export function liveRegion(says: boolean) {
  return { role: says ? 'status' : undefined, 'aria-live': 'polite', 'aria-atomic': true } as const;
}
