import { Hono } from 'hono';
import { OPERATOR_PATHS } from '../openapi/operatorRequests.js';
import { GatewayError } from './GatewayError.js';

/** Milliseconds that what the gateway stands on has to answer. */
const LIMIT = 2_000;

/** What the gateway stands on: its name, and a question that rejects where it is away. */
export type ReadyChecks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it can serve, because all that it stands on answers in time.
 *
 * @param health - What the first one says.
 * @param limit - Milliseconds for the answers. Default: 2 000.
 */
export function healthRoutes(
  checks: ReadyChecks,
  health: Readonly<Record<string, string>>,
  limit = LIMIT,
): Hono {
  return new Hono()
    .get(OPERATOR_PATHS.health, context => context.json(health))
    .get(OPERATOR_PATHS.ready, async context => {
      const away = await awayOf(checks, limit);
      if (away.length > 0) {
        const context = { retryAfter: 1 };
        throw new GatewayError(503, 'NOT_READY', `Does not answer: ${away.join(', ')}`, { context });
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
