/**
 * Whether an origin belongs to the wallet service. In development it has several names, `localhost` and all that end in
 * `.localhost`, so that a page and the wallet page can be on two sites of one machine.
 */
export function isFrameOrigin(origin: string, frameUrl: string, developmentMode: boolean): boolean {
  if (origin === new URL(frameUrl).origin) return true;
  if (!developmentMode || !URL.canParse(origin)) return false;
  const { hostname, port, protocol } = new URL(origin);
  const isHere = /^(localhost|127\.0\.0\.1|([a-z0-9-]+\.)+localhost)$/.test(hostname);
  return isHere && protocol === 'http:' && port === new URL(frameUrl).port;
}

/**
 * Whether the service at this URL may also answer at an origin: at its host with another scheme or port, which a proxy may redirect,
 * or with the final dot of a full name. In development, services differ by their ports only.
 */
export function mayBeServedAt(origin: string, url: string, developmentMode: boolean): boolean {
  if (developmentMode) return isFrameOrigin(origin, url, developmentMode);
  return hostnameOf(origin) === hostnameOf(url);
}

const hostnameOf = (url: string) => new URL(url).hostname.replace(/\.$/, '');
