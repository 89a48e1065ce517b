import { Hono } from 'hono';
import { HttpError } from '../../platform/http/HttpError.js';
import { RELAY_PATH } from './audience.js';

/** `GET /relay` without a WebSocket upgrade: responds with an error. */
export function relayRoutes(): Hono {
  return new Hono().get(RELAY_PATH, () => {
    throw new HttpError(400, 'UPGRADE_REQUIRED', 'Connect with a WebSocket');
  });
}
