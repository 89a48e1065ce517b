/** Pages of this machine, which a development project without origins allows. */
export const LOCAL_ORIGINS = ['http://localhost:*', 'http://*.localhost:*'] as const;

/**
 * Whether an origin is one of a project's: exactly (`https://app.example`), as a subdomain (`https://*.app.example`, not
 * `https://app.example` itself), or any port of this machine (`http://localhost:*` and `http://*.localhost:*`, in development
 * projects). An empty list allows no origin.
 *
 * @param origin - As the browser reports it; an opaque origin's `null` is never allowed.
 */
export function allowsOrigin(patterns: readonly string[], origin: string): boolean {
  return patterns.some(pattern => fits(pattern, origin));
}

/**
 * Whether a project names an origin, and not only a pattern that it matches: the owner may know the page of a name, and not every
 * page of a pattern.
 *
 * @param origin - As the browser reports it.
 */
export function namesOrigin(patterns: readonly string[], origin: string): boolean {
  return !origin.includes('*') && patterns.includes(origin);
}

function fits(pattern: string, origin: string): boolean {
  if (!/^https?:\/\/[^/]+$/.test(origin)) return false;
  if (pattern === 'http://localhost:*') return /^http:\/\/localhost(:\d{1,5})?$/.test(origin);
  if (pattern === 'http://*.localhost:*')
    return /^http:\/\/([a-z0-9-]+\.)+localhost(:\d{1,5})?$/.test(origin);
  if (!pattern.startsWith('https://*.')) return pattern === origin;
  const name = pattern.slice('https://*'.length);
  // Compare with the dot: `evilapp.example` is not a subdomain of `app.example`.
  return (
    origin.startsWith('https://') && origin.endsWith(name) && origin.length > 'https://'.length + name.length
  );
}
