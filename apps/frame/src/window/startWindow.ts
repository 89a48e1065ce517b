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
  windowOver,
  windowProvision,
} from '../windowChannel/windowMessages.js';
import type { SiblingWindow } from './createSiblingWindow.js';
import { createWindowReview } from './createWindowReview.js';

type Page = Window & typeof globalThis;

/** Milliseconds between greetings, until the mailbox is polled too, and until the frame must have responded to either. */
const GREETING = 500;
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
      review.offer(offer.data).catch(() => endChannel());
    } else if (peer === from) receiveReply(message);
    return peer === from;
  };
  const pollMailbox = () => {
    if (peer !== undefined || secrets === undefined || signal.aborted) return;
    const until = AbortSignal.any([signal, reached.signal]);
    receiveByMailbox({ url: self.location.origin, secrets, id, receive, end: endChannel, signal: until });
  };
  const reached = new AbortController();
  const receiveFromPage: PeerListener = (from, message) => {
    const isPeer = receive(from, message);
    if (isPeer) reached.abort();
    return isPeer;
  };
  receiveFromOpener(self, id, receiveFromPage, signal);
  if (self.opener === null) secrets === undefined ? endChannel('window.lost') : pollMailbox();
  else self.setTimeout(pollMailbox, SILENCE);
  self.setTimeout(() => peer === undefined && endChannel('window.lost'), PATIENCE);
}

/**
 * Whether a page of this origin opened this one, as the browser told the server (`Sec-Fetch-Site`). Any page can open the
 * window with its own mailbox in the URL, so only URLs that the wallet page created are trusted. A page loaded from the history is
 * not trusted: browsers report the initiator of the first navigation again, which is this origin even for a login that another
 * site redirected here.
 */
function isOpenedByWallet({ document, performance }: Page): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const opener = document.querySelector('meta[name="latchkit-opener"]')?.getAttribute('content');
  return opener === 'wallet' && navigation?.type === 'navigate';
}

/** Greets the opener's pages until one of them offers the request. */
function receiveFromOpener(self: Page, id: string, receive: PeerListener, signal: AbortSignal): void {
  let page: MessageEventSource | undefined;
  const peer: WindowPeer = {
    // A block body, as in `receiveFromWindows` at the other end.
    tell: async message => {
      page?.postMessage(message, { targetOrigin: self.origin });
    },
  };
  self.addEventListener(
    'message',
    ({ data, origin, source }) => {
      if (origin !== self.origin || source === null || (page !== undefined && source !== page)) return;
      if (receive(peer, data)) page = source;
    },
    { signal },
  );
  const greet = () => {
    const hello = { lk: 1, type: 'HELLO', purpose: 'approval', id };
    if (page === undefined) for (const one of pagesOfOpener(self)) one.postMessage(hello, self.origin);
  };
  const greeting = self.setInterval(greet, GREETING);
  signal.addEventListener('abort', () => self.clearInterval(greeting), { once: true });
  greet();
}

/** The page that opened this one and its frames: one of them is the wallet. Pages of other origins can't read what is sent. */
function pagesOfOpener({ opener }: Page): readonly WindowProxy[] {
  const page = opener as WindowProxy | null;
  if (page === null) return [];
  return [page, ...Array.from({ length: page.length }, (_, at) => page[at]).filter(one => one !== undefined)];
}
