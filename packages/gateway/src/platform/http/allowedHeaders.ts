import type { Context } from 'hono';

/** Headers that a page may add to those of a call, at most, and their length in characters. */
const MAX_HEADERS = 32;
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/;

/**
 * The value of `Access-Control-Allow-Headers`: the headers of the calls, and those that the page's preflight asks for. Error trackers
 * and tracers of the page, such as Sentry's and OpenTelemetry's, add headers of theirs to every call, and a browser sends no call whose
 * headers are not all allowed. Only for calls without cookies: what a page sends it could also send from a server.
 *
 * @param own - The headers of the calls, separated by commas.
 */
export function allowedHeaders(context: Context, own: string): string {
  const asked = (context.req.header('Access-Control-Request-Headers') ?? '').toLowerCase().split(',');
  const known = own.toLowerCase().split(', ');
  const added = asked.map(name => name.trim()).filter(name => NAME.test(name) && !known.includes(name));
  return [own, ...added.slice(0, MAX_HEADERS)].join(', ');
}
