import { Hono } from 'hono';
import { HttpError } from './HttpError.js';
import { OPERATOR_PATHS } from './operatorRequests.js';

/** Time limit of a readiness check, in milliseconds. */
const LIMIT = 2_000;

/** Readiness checks by the name of the dependency; a check rejects when its dependency is unreachable or takes no writes. */
export type ReadyChecks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * `GET /healthz`: the process is running. `GET /readyz`: all its dependencies respond in time.
 *
 * @param health - Returns the body of `/healthz`.
 * @param limit - Time limit of a check, in milliseconds. Default: 2 000.
 */
export function healthRoutes(
  checks: ReadyChecks,
  health: () => Readonly<Record<string, unknown>>,
  limit = LIMIT,
): Hono {
  return new Hono()
    .get(OPERATOR_PATHS.health, context => context.json(health()))
    .get(OPERATOR_PATHS.ready, async context => {
      const away = await awayOf(checks, limit);
      if (away.length > 0) {
        const context = { retryAfter: 1 };
        throw new HttpError(503, 'NOT_READY', `Does not answer: ${away.join(', ')}`, { context });
      }
      return context.json({ status: 'ready' });
    });
}

async function awayOf(checks: ReadyChecks, limit: number): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const asked = Object.entries(checks).map(async ([name, check]) => {
    const answers = check().then(
      () => true,
      () => false,
    );
    return (await Promise.race([answers, late])) ? [] : [name];
  });
  return (await Promise.all(asked).finally(() => clearTimeout(timer))).flat();
}
