import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from './HttpError.js';

/** Rejects an upgrade request in the format of every other error, and closes the connection. */
export function answerUpgrade(socket: Duplex, { status, code, message, context }: HttpError): void {
  if (socket.destroyed) return;
  const body = JSON.stringify({ error: { code, message } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(context.retryAfter === undefined ? [] : [`Retry-After: ${String(context.retryAfter)}`]),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
