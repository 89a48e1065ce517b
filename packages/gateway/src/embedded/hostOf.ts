/** The host of a page, for people to read. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}
