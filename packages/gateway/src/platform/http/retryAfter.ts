/** Longest time that is believed, in seconds: a day. */
const MOST = 86_400;

/** Headers in which services name the time of their next window: in seconds from now, or since 1970. */
const AFTER = ['retry-after', 'x-ratelimit-reset-after'];
const AT = ['x-ratelimit-reset', 'x-rate-limit-reset'];
/** Headers that count what is left of a rate. */
const LEFT = ['x-ratelimit-remaining', 'x-rate-limit-remaining'];

/** Whether a service refuses a request because of its rate, also where it says so with status 403, as GitHub does. */
export function isRateLimited({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  if (status === 429) return true;
  return status === 403 && (headers.has('retry-after') || LEFT.some(name => headers.get(name) === '0'));
}

/** The seconds after which a service wants to be asked again. Undefined: it names no time that can be believed. */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | undefined {
  const numbers = (names: readonly string[]) =>
    names.flatMap(name => {
      const text = headers.get(name) ?? '';
      const date = name === 'retry-after' ? (Date.parse(text) - now) / 1_000 : Number.NaN;
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : date;
      return Number.isFinite(value) ? [value] : [];
    });
  const [first] = [...numbers(AFTER), ...numbers(AT).map(time => time - now / 1_000)];
  if (first === undefined || first > MOST) return undefined;
  return Math.max(1, Math.ceil(first));
}
