import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Metrics } from '../createMetrics.js';
import { HttpError } from './HttpError.js';
import { openGet } from './operatorRequests.js';

/** The record of the call. */
export const METRICS_REQUEST = openGet('/metrics', 'Figures for Prometheus', 'text/plain');

/**
 * `GET /metrics`, for Prometheus.
 *
 * @param token - Expected as `Authorization: Bearer …`; undefined: metrics are off.
 * @param open - Allows access without a token, for development.
 */
export function metricsRoutes(metrics: Metrics, token: string | undefined, open: boolean): Hono {
  return new Hono().get(METRICS_REQUEST.call.path, async context => {
    const given = context.req.header('Authorization')?.replace(/^Bearer /, '');
    if (!open && !(token && given && isSame(token, given))) {
      throw new HttpError(404, 'NOT_FOUND', 'There is nothing here');
    }
    const { body, contentType } = await metrics.text();
    return context.body(body, 200, { 'Content-Type': contentType });
  });
}

/** Compares in constant time. */
function isSame(one: string, two: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(two));
}
