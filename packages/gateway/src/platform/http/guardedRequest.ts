import { type LookupAddress, lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './isPublicAddress.js';

/** Default maximum size of a response in bytes. */
const MAX_ANSWER = 1024 * 1024;

/** The servers that a request to a third-party URL may reach. */
export interface RequestGuard {
  readonly protocols: readonly ('https:' | 'http:')[];
  /** Whether an IP address may be contacted. */
  readonly isAllowed: (address: string) => boolean;
}

/** HTTPS servers on the public internet. */
export const PUBLIC_HTTPS: RequestGuard = { protocols: ['https:'], isAllowed: isPublicAddress };

interface GuardedAnswer {
  readonly status: number;
  readonly text: string;
}

/** A response with its bytes, and where it redirects to. */
interface GuardedBytes {
  readonly status: number;
  readonly location: string | undefined;
  readonly bytes: Buffer<ArrayBuffer>;
}

/**
 * Requests a server that the operator did not configure. The address is checked after DNS resolution, on connecting, so that
 * a name cannot change its address after the check. Redirects are not followed.
 *
 * @param body - JSON text for a POST; undefined: a GET.
 * @param maxAnswer - Maximum size of the response in bytes.
 * @param headers - Additional headers.
 * @throws when the guard rejects the address, the server doesn't respond, the response is larger, or `stopped` aborts.
 */
export async function guardedRequest(
  url: URL,
  body: string | undefined,
  stopped: AbortSignal,
  guard: RequestGuard = PUBLIC_HTTPS,
  maxAnswer = MAX_ANSWER,
  headers: Readonly<Record<string, string>> = {},
): Promise<GuardedAnswer> {
  const { status, bytes } = await guardedBytes(url, body, stopped, guard, maxAnswer, headers);
  return { status, text: bytes.toString() };
}

/** As {@link guardedRequest}, for a response that is no text. */
export async function guardedBytes(
  url: URL,
  body: string | undefined,
  stopped: AbortSignal,
  guard: RequestGuard,
  maxAnswer: number,
  headers: Readonly<Record<string, string>>,
): Promise<GuardedBytes> {
  const response = await respond(url, body, stopped, guard, headers);
  const { statusCode: status = 0, headers: answered } = response;
  return { status, location: answered.location, bytes: await read(response, maxAnswer) };
}

/** As {@link guardedRequest}, for the status alone: whatever follows it, and however much, is not read. */
export async function guardedStatus(
  url: URL,
  body: string,
  stopped: AbortSignal,
  guard: RequestGuard,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const response = await respond(url, body, stopped, guard, headers);
  // Closing the connection may end it with an error, which says nothing any more.
  response.on('error', () => {}).destroy();
  return response.statusCode ?? 0;
}

/** The response once its headers are there. */
function respond(
  url: URL,
  body: string | undefined,
  stopped: AbortSignal,
  guard: RequestGuard,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isRefused = isIP(host) !== 0 && !guard.isAllowed(host);
  if (isRefused || !guard.protocols.some(protocol => protocol === url.protocol)) {
    return Promise.reject(new Error('The address of this server is not allowed'));
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const request = send(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // No pooled connection: it might lead to an address that another guard allowed.
      agent: false,
      lookup: allowedAddresses(guard),
      signal: stopped,
    });
    request.on('error', fail);
    request.on('response', done);
    request.end(body);
  });
}

function allowedAddresses({ isAllowed }: RequestGuard): LookupFunction {
  return (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
      const [first, ...others] = found.filter(({ address }) => isAllowed(address));
      if (error || first === undefined) {
        answer(error ?? new Error('The address of this server is not allowed'), '');
      } else if (options.all) {
        answer(null, [first, ...others]);
      } else {
        answer(null, first.address, first.family);
      }
    });
  };
}

async function read(response: IncomingMessage, maxAnswer: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxAnswer) throw new Error('The answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
