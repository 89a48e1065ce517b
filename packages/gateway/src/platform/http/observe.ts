import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../createMetrics.js';
import type { Log } from '../jsonLog.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** Counts and logs every request by its route; the URL's query may identify visitors. */
export function observe(metrics: Metrics, log: Log): MiddlewareHandler {
  return async (context, next) => {
    const ended = metrics.requestStarted();
    const start = performance.now();
    const requestId = randomUUID();
    context.header('X-Request-Id', requestId);
    await next();
    const { status } = context.res;
    const route = routeOf(context);
    const method = METHODS.has(context.req.method) ? context.req.method : 'other';
    ended(method, route, status);
    const ms = Math.round((performance.now() - start) * 10) / 10;
    log(status >= 500 ? 'error' : 'info', 'request', { method, route, status, ms, requestId });
  };
}

/** The route's pattern (`/getWalletImage/:id`), so that the number of metric labels is bounded. */
function routeOf(context: Context): string {
  const path = routePath(context, -1);
  return path.includes('*') ? 'none' : path;
}
