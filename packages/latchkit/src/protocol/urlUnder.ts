/**
 * Returns the URL of a path under the base URL of a service, which may have a path itself: a proxy serves the service there.
 *
 * @param path - With or without a slash at its start.
 */
export function urlUnder(base: string, path: string): URL {
  const { origin, pathname } = new URL(base);
  return new URL(`${origin}${pathname.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`);
}
