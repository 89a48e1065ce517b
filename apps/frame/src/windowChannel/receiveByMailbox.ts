import { createServiceClient, type ServiceClient } from '../services/createServiceClient.js';
import { type Prover, publicJwk } from '../services/proveCall.js';
import { createMailbox } from './createMailbox.js';
import { createMailboxChannel, type MailboxSecrets } from './createMailboxChannel.js';
import {
  type PeerListener,
  type WindowEnd,
  type WindowOffer,
  type WindowPeer,
  windowOffer,
} from './windowMessages.js';

export interface MailboxReceiverOptions {
  /** Base URL of the wallet service. */
  readonly url: string;
  readonly secrets: MailboxSecrets;
  /** Id of the request. */
  readonly id: string;
  readonly receive: PeerListener;
  readonly end: WindowEnd;
  readonly signal: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Exchanges messages through the mailbox with the page that opened this window. */
export function receiveByMailbox(options: MailboxReceiverOptions): void {
  const { url, secrets, id, receive, end, signal, fetch } = options;
  let client: Promise<ServiceClient> | undefined;
  let isGreeted = false;
  const peer: WindowPeer = {
    decide: decision =>
      void channel.send(decision).then(
        () => end(),
        () => end('window.lost'),
      ),
  };
  const channel = createMailboxChannel({
    secrets,
    own: 'window',
    mailbox: createMailbox({
      url,
      fetch,
      // Messages are sent only in response to an offer, which names the project and host page.
      client: () => client ?? Promise.reject(new Error('No offer received yet')),
    }),
    signal,
    onBroken: () => end('window.lost'),
    onMessage(message) {
      const offer = windowOffer.safeParse(message);
      if (offer.success) client ??= clientFor(offer.data, options);
      if (!receive(peer, message) || isGreeted) return;
      isGreeted = true;
      // The page waits for this message, and accepts the decision in its place.
      channel.send({ lk: 1, type: 'HELLO', purpose: 'approval', id }).catch(() => {});
    },
  });
}

/** Creates a client for an offer's host page, with a key that is discarded with this window and is not an installation's. */
async function clientFor(
  { projectId, identity }: WindowOffer,
  { url, fetch }: Pick<MailboxReceiverOptions, 'url' | 'fetch'>,
): Promise<ServiceClient> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const installation: Prover = {
    signingKey: keys.privateKey,
    signingJwk: await publicJwk(keys.publicKey),
  };
  return createServiceClient({ url, installation, projectId, hostOrigin: identity.hostOrigin, fetch });
}
