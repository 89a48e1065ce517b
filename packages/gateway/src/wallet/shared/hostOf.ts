/** Returns the host of an origin, for display. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}
