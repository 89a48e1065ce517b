/** The host of an origin, as users know a site. Anything else stays as it is. */
export function siteOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
