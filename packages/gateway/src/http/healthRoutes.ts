import { Hono } from 'hono';
import type { Database } from '../ports/Database.js';
import { GatewayError } from './GatewayError.js';

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it can serve, because its database answers.
 *
 * @param health - What the first one says.
 */
export function healthRoutes(
  database: Pick<Database, 'query'>,
  health: Readonly<Record<string, string>>,
): Hono {
  return new Hono()
    .get('/healthz', context => context.json(health))
    .get('/readyz', async context => {
      await database.query('select 1').catch(cause => {
        throw new GatewayError(503, 'NOT_READY', 'The database does not answer', { cause });
      });
      return context.json({ status: 'ready' });
    });
}
