import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { answerUpgrade } from '../../platform/http/answerUpgrade.js';
import type { CallerAddress } from '../../platform/http/clientAddress.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { type Admission, type Admitted, Refusal } from './admission.js';
import { CLOSE } from './closeCodes.js';
import type { RelayMetrics } from './relayMetrics.js';
import { closeSocket } from './Session.js';
import type { SocketCounts } from './socketCounts.js';

export interface HandshakeParts {
  /** Finds the address of the client. */
  readonly address: CallerAddress;
  readonly admit: Admission;
  readonly counts: SocketCounts;
  readonly metrics: Pick<RelayMetrics, 'refused'>;
  readonly server: WebSocketServer;
  readonly isClosing: () => boolean;
  /** Receives each admitted client. */
  onAdmitted(socket: WebSocket, transport: Duplex, admitted: Admitted): void;
  /** Receives errors that the client did not cause. */
  readonly onError: (error: unknown) => void;
}

/** Handles upgrade requests: opens a socket for each admitted client, and tells the others the reason. */
export function handshakes(parts: HandshakeParts) {
  const { counts, onError } = parts;
  return (request: IncomingMessage, transport: Duplex, head: Buffer): void => {
    // Until a session listens, an unhandled error event would end the process.
    transport.on('error', () => {});
    const from = parts.address(request.socket.remoteAddress, headerText(request.headers['x-forwarded-for']));
    counts.decide(from, () =>
      decide(parts, request, transport, head, from).catch(error => {
        onError(error);
        transport.destroy();
      }),
    );
  };
}

async function decide(
  parts: HandshakeParts,
  request: IncomingMessage,
  transport: Duplex,
  head: Buffer,
  from: string,
) {
  const { admit, counts, server } = parts;
  const query = new URL(request.url ?? '/', 'http://relay').searchParams;
  try {
    if (parts.isClosing()) throw new Refusal(503, CLOSE.GOING_AWAY, 'GOING_AWAY', 'The relay is stopping');
    transport.once(
      'close',
      counts.take(from, () => transport.destroy()),
    );
    const admitted = await admit(request, query, from);
    if (transport.destroyed) return;
    server.handleUpgrade(request, transport, head, socket => parts.onAdmitted(socket, transport, admitted));
  } catch (error) {
    const known = error instanceof HttpError ? error : undefined;
    if (!known) parts.onError(error);
    const shown = known ?? new HttpError(500, 'INTERNAL_ERROR', 'The gateway failed');
    parts.metrics.refused(shown.code);
    if (query.get('useOnCloseEvent') === 'true' && !transport.destroyed) {
      server.handleUpgrade(request, transport, head, socket => refuse(socket, shown));
    } else answerUpgrade(transport, shown);
  }
}

/** Rejects with a close frame, because a page cannot read the status of a failed handshake. */
function refuse(socket: WebSocket, error: HttpError): void {
  const code = error instanceof Refusal ? error.closeCode : CLOSE.OVERLOADED;
  socket.on('error', () => {});
  closeSocket(socket, code, error.code, error.message);
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join() : value;
}
