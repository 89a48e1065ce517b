import { createMailbox } from '../mailbox/createMailbox.js';
import { createMailLine } from '../mailbox/createMailLine.js';
import type { MailSecrets } from '../mailbox/mailSecrets.js';
import { createServiceClient, type ServiceClient } from '../services/createServiceClient.js';
import type { Prover } from '../services/proveCall.js';
import { publicJwk } from '../services/publicJwk.js';
import type { Desk, Hear, WindowEnd } from './Desk.js';
import { type WindowOffer, windowOffer } from './windowMessages.js';

export interface MailHearingOptions {
  /** Base address of the wallet's service. */
  readonly url: string;
  readonly secrets: MailSecrets;
  /** Of the request. */
  readonly id: string;
  readonly hear: Hear;
  readonly end: WindowEnd;
  readonly signal: AbortSignal;
  /** Default: the browser's. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Hears the page that opened this window by its letters, and answers by letters. */
export function hearByMail(options: MailHearingOptions): void {
  const { url, secrets, id, hear, end, signal, fetch } = options;
  let client: Promise<ServiceClient> | undefined;
  let isGreeted = false;
  const desk: Desk = {
    decide: decision =>
      void line.send(decision).then(
        () => end(),
        () => end('window.lost'),
      ),
  };
  const line = createMailLine({
    secrets,
    own: 'window',
    mailbox: createMailbox({
      url,
      fetch,
      // Letters are left in answer to an offer: it says for which page.
      client: () => client ?? Promise.reject(new Error('There is no offer yet')),
    }),
    signal,
    onBroken: () => end('window.lost'),
    onMessage(message) {
      const offer = windowOffer.safeParse(message);
      if (offer.success) client ??= clientFor(offer.data, options);
      if (!hear(desk, message) || isGreeted) return;
      isGreeted = true;
      // The page waits for this, and takes the decision as well.
      line.send({ lk: 1, type: 'HELLO', purpose: 'approval', id }).catch(() => {});
    },
  });
}

/** Calls for the host page of an offer, with a key that ends with this window: it is no installation. */
async function clientFor(
  { projectId, identity }: WindowOffer,
  { url, fetch }: Pick<MailHearingOptions, 'url' | 'fetch'>,
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
