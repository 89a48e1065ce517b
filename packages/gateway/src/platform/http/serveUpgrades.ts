import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerType } from '@hono/node-server';
import { answerUpgrade } from './answerUpgrade.js';
import { HttpError } from './HttpError.js';
import { hasOneHost } from './hasOneHost.js';

/** Takes over the connection of an upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Passes WebSocket handshakes to the handler of their path; all other upgrades are rejected.
 *
 * @param upgraded - Receives each connection that a handler takes over, and whose limits are its own from now on.
 */
export function serveUpgrades(
  server: ServerType,
  paths: Readonly<Record<string, Upgrade>>,
  upgraded: (socket: Duplex) => void = () => {},
): void {
  const known = new Map(Object.entries(paths));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path = ''] = (request.url ?? '').split('?');
    const upgrade = known.get(path.replace(/\/$/, ''));
    if (upgrade && hasOneHost(request) && request.headers.upgrade?.toLowerCase() === 'websocket') {
      upgraded(socket);
      upgrade(request, socket, head);
      return;
    }
    socket.on('error', () => {});
    const error = upgrade
      ? new HttpError(
          400,
          'INVALID_REQUEST',
          'The request names several hosts, or a protocol that is not spoken here',
        )
      : new HttpError(404, 'NOT_FOUND', 'There is nothing here');
    answerUpgrade(socket, error);
  });
}
