/**
 * Whether an origin is that of the frame's service. In development it has more than one name, so that a page and the frame
 * can be of two sites on one machine: `localhost`, and every name that ends in `.localhost`.
 */
export function isFrameOrigin(origin: string, frameUrl: string, developmentMode: boolean): boolean {
  if (origin === new URL(frameUrl).origin) return true;
  if (!developmentMode || !URL.canParse(origin)) return false;
  const { hostname, port, protocol } = new URL(origin);
  const isHere = /^(localhost|127\.0\.0\.1|([a-z0-9-]+\.)+localhost)$/.test(hostname);
  return isHere && protocol === 'http:' && port === new URL(frameUrl).port;
}
