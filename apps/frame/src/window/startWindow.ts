import { anySignal } from 'latchkit/protocol';
import { showSentence } from '../screen/showSentence.js';
import { startWindowLook } from '../screen/startWindowLook.js';
import type { Line } from '../texts/createTexts.js';
import { readMailboxSecrets } from '../windowChannel/createMailboxChannel.js';
import { receiveByMailbox } from '../windowChannel/mailboxTransport.js';
import {
  type PeerListener,
  type WindowEnd,
  type WindowPeer,
  windowOffer,
  windowOfferStart,
  windowOver,
  windowProvision,
} from '../windowChannel/windowMessages.js';
import type { SiblingWindow } from './createSiblingWindow.js';
import { createWindowReview } from './createWindowReview.js';
import { isOpenedByWallet } from './isOpenedByWallet.js';
import { receiveFromOpener } from './receiveFromOpener.js';

type Page = Window & typeof globalThis;

/** Milliseconds until the mailbox is polled too, and until the frame must have responded. */
const SILENCE = 1_500;
const PATIENCE = 20_000;

/**
 * Starts the wallet window, which reviews one request of a wallet page in another window: it greets the same-origin pages that
 * are its opener or in it, shows what one of them offers, and returns the decision. Without an opener or a response, it polls
 * the mailbox of the page that opened it, if that was the wallet's own. It does nothing in a frame.
 *
 * @param openSibling - Opens the window's own installation.
 */
export function startWindow(self: Page, openSibling: () => Promise<SiblingWindow>): void {
  const [id = '', ...rest] = self.location.hash.slice(1).split('&');
  if (self.top !== self || id === '') return;
  const secrets = isOpenedByWallet(self) ? readMailboxSecrets(rest.join('&')) : undefined;
  // Removes the mailbox secrets from the history.
  self.history.replaceState(null, '', `#${id}`);
  startWindowLook(self);
  const over = new AbortController();
  const { signal } = over;
  const end = (what: Line, isClosed: boolean) => {
    if (signal.aborted) return;
    over.abort();
    // The browser may not let the page close itself, or the user must know why nothing else is shown.
    showSentence(self, what);
    if (isClosed) self.close();
  };
  const endChannel: WindowEnd = (text = 'window.over') => end({ text }, text === 'window.over');
  let peer: WindowPeer | undefined;
  let isProvided = false;
  const review = createWindowReview({
    ...{ self, signal, openSibling, stop: text => end(text, false) },
    tell: async message => peer?.tell(message),
    leave() {
      over.abort();
      self.location.replace(new URL('me', self.document.baseURI));
    },
  });
  const receiveReply = (message: unknown) => {
    const provision = windowProvision.safeParse(message);
    if (provision.data?.id === id) {
      isProvided = true;
      void review.provide(provision.data);
    } else if (!isProvided && windowOver.safeParse(message).data?.id === id) endChannel();
  };
  const receive: PeerListener = (from, message) => {
    if (peer !== undefined && peer !== from) return false;
    const offer = windowOffer.safeParse(message);
    if (offer.success && offer.data.id === id) {
      peer = from;
      review.offer(offer.data, from.page()).catch(() => endChannel());
    } else if (windowOfferStart.safeParse(message).data?.id === id) {
      // Of another version of the wallet page, for example: nothing of it is shown.
      endChannel('window.lost');
    } else if (peer === from) receiveReply(message);
    return peer === from;
  };
  const pollMailbox = () => {
    if (peer !== undefined || secrets === undefined || signal.aborted) return;
    const until = anySignal(signal, reached.signal);
    receiveByMailbox({ url: self.location.origin, secrets, id, receive, end: endChannel, signal: until });
  };
  const reached = new AbortController();
  const receiveFromPage: PeerListener = (from, message) => {
    const isPeer = receive(from, message);
    if (isPeer) reached.abort();
    return isPeer;
  };
  receiveFromOpener(self, { id, receive: receiveFromPage, signal });
  if (self.opener === null) secrets === undefined ? endChannel('window.lost') : pollMailbox();
  else self.setTimeout(pollMailbox, SILENCE);
  self.setTimeout(() => peer === undefined && endChannel('window.lost'), PATIENCE);
}
