import {
  openMailboxCall,
  type openMailboxRequest,
  type P256PublicJwk,
  PORTAL_PROJECT,
} from 'latchkit/protocol';
import { createServiceClient, type ServiceClient } from '../services/createServiceClient.js';
import { publicJwk } from '../services/proveCall.js';
import { sleep } from '../services/sleep.js';
import { lettersOf } from './createMailbox.js';
import { isRefused } from './createMailboxChannel.js';
import type { WindowMailboxEnd } from './MailboxEnd.js';

/** Milliseconds between two attempts: the wallet page registers the mailbox after it opened the window. */
const LOOK = 1_000;

export interface OpenMailboxOptions {
  /** Origin of the wallet service, which is the window's. */
  readonly url: string;
  readonly id: string;
  readonly signal: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Opens the mailbox of the wallet page that opened this window, with a key that is discarded with the window. Waits until it is
 * registered.
 *
 * @throws INTERNAL It is of another window. ABORTED
 */
export async function openMailbox({ url, id, signal, fetch }: OpenMailboxOptions): Promise<WindowMailboxEnd> {
  const client = await newClient(url, fetch);
  for (;;) {
    const opened = await client
      .call<typeof openMailboxRequest>(openMailboxCall, { params: { id }, signal })
      .catch(error => {
        if (signal.aborted || isRefused(error)) throw error;
        return { page: undefined };
      });
    if (opened.page !== undefined) {
      const { jwk, ...page } = opened.page;
      return { side: 'window', page, ...lettersOf(client, id), verify: await verifier(jwk) };
    }
    await sleep(LOOK, signal);
    signal.throwIfAborted();
  }
}

async function newClient(url: string, fetch: OpenMailboxOptions['fetch']): Promise<ServiceClient> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const installation = { signingKey: privateKey, signingJwk: await publicJwk(publicKey) };
  return createServiceClient({ url, installation, projectId: PORTAL_PROJECT, hostOrigin: url, fetch });
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

async function verifier(jwk: P256PublicJwk): Promise<WindowMailboxEnd['verify']> {
  const key = await crypto.subtle.importKey('jwk', jwk, ALGORITHM, false, ['verify']);
  return (signature, content) =>
    crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, content);
}
