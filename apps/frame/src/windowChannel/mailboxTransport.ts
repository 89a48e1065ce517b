import { frameError } from 'latchkit/protocol';
import type { AskedLimits } from '../review/model/Review.js';
import type { Mailbox } from './createMailbox.js';
import {
  createMailboxChannel,
  type MailboxChannelOptions,
  type MailboxSecrets,
} from './createMailboxChannel.js';
import type { MailboxPage } from './MailboxEnd.js';
import { openMailbox } from './openMailbox.js';
import {
  awaitsProvision,
  decisionOn,
  limitsOn,
  type PeerListener,
  receiverOf,
  type WindowEnd,
  type WindowOffer,
  type WindowPeer,
  type WindowPress,
  type WindowProvision,
  windowHello,
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

/**
 * Exchanges messages through the mailbox with the page that opened this window. Which page that is, the wallet service says: an offer
 * that names another one ends the window.
 */
export function receiveByMailbox(options: MailboxReceiverOptions): void {
  const { url, secrets, id, receive, end, signal, fetch } = options;
  let page: MailboxPage | undefined;
  let isGreeted = false;
  let isProvisioned = false;
  const peer: WindowPeer = {
    page: () => page,
    tell: message =>
      channel.send(message).then(
        () => {
          if (message.type === 'DECISION' && (message.press === undefined || !isProvisioned)) end();
        },
        () => end('window.lost'),
      ),
  };
  const channel = createMailboxChannel({
    secrets,
    async join() {
      const opened = await openMailbox({ url, id: secrets.box, signal, fetch });
      page = opened.page;
      return opened;
    },
    signal,
    onBroken: () => end('window.lost'),
    onMessage(message) {
      const offer = windowOffer.safeParse(message);
      if (offer.success) {
        if (page === undefined || !isOfferOf(offer.data, page)) return end('window.lost');
        isProvisioned = awaitsProvision(offer.data);
      }
      if (!receive(peer, message) || isGreeted) return;
      isGreeted = true;
      // The page waits for this message, and accepts the decision in its place.
      channel.send({ lk: 1, type: 'HELLO', purpose: 'approval', id }).catch(() => {});
    },
  });
}

/** Whether an offer is for the page that registered the mailbox, and its answer for that page's installation. */
function isOfferOf({ projectId, identity, signings }: WindowOffer, page: MailboxPage): boolean {
  if (projectId !== page.projectId || identity.hostOrigin !== page.hostOrigin) return false;
  return signings.every(signing => {
    const receiver = receiverOf(signing);
    return receiver === undefined || receiver === page.jkt;
  });
}

/** Milliseconds that a window has to open, load and accept the offer. */
const PATIENCE = 30_000;

export interface MailboxOfferOptions extends Pick<MailboxChannelOptions, 'secrets' | 'sleep'> {
  readonly mailbox: Mailbox;
  readonly offer: WindowOffer;
  /** Called when the window has received the offer. */
  readonly onTaken: () => void;
  readonly onDecision: (press: WindowPress | undefined) => void;
  readonly onLimits: (limits: AskedLimits) => void;
  /**
   * WINDOW_BLOCKED: no window accepted the offer. SURFACE_UNAVAILABLE: it could not be sent, or the response was not from the
   * window.
   */
  readonly onFailure: (error: Error) => void;
  /** The request has ended, and the window is notified. */
  readonly signal: AbortSignal;
}

/**
 * Offers a request through the mailbox to a window that this page can't reach. Returns a function that sends updates, and the reply to
 * a decision.
 */
export function offerByMailbox(
  options: MailboxOfferOptions,
): (message: WindowOffer | WindowProvision) => void {
  const { secrets, mailbox, onTaken, onDecision, onLimits, onFailure, signal } = options;
  let { offer } = options;
  const ended = new AbortController();
  const { signal: until } = ended;
  const fail = (code: 'WINDOW_BLOCKED' | 'SURFACE_UNAVAILABLE', cause?: unknown) => {
    if (until.aborted) return;
    end();
    onFailure(frameError(code, { cause }));
  };
  const failToReach = (cause: unknown) => fail('SURFACE_UNAVAILABLE', cause);
  const channel = createMailboxChannel({
    ...options,
    join: () => mailbox.register(secrets.box),
    signal: until,
    onBroken: failToReach,
    onMessage(message) {
      if (windowHello.safeParse(message).data?.id === offer.id) {
        clearTimeout(timer);
        onTaken();
      }
      const limits = limitsOn(offer, message);
      if (limits !== undefined) return onLimits(limits);
      const decision = decisionOn(offer, message);
      if (decision === undefined) return;
      // The window closes automatically after it has sent its decision, so there is nothing to send.
      if (decision.press === undefined || !awaitsProvision(offer)) ended.abort();
      onDecision(decision.press);
    },
  });
  const end = () => {
    if (until.aborted) return;
    ended.abort();
    channel.send({ lk: 1, type: 'OVER', id: offer.id }).catch(() => {});
  };
  const timer = setTimeout(() => fail('WINDOW_BLOCKED'), PATIENCE);
  until.addEventListener('abort', () => clearTimeout(timer), { once: true });
  signal.addEventListener('abort', end, { once: true });
  channel.send(offer).catch(failToReach);
  return next => {
    if (next.type === 'OFFER') offer = next;
    if (!until.aborted) channel.send(next).catch(failToReach);
  };
}
