import { element } from '../screen/element.js';
import { createTexts } from '../texts/createTexts.js';
import { readMailboxSecrets } from '../windowChannel/createMailboxChannel.js';
import { receiveByMailbox } from '../windowChannel/mailboxTransport.js';
import {
  type PeerListener,
  type WindowEnd,
  type WindowPeer,
  windowOffer,
  windowOver,
} from '../windowChannel/windowMessages.js';
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
 */
export function startWindow(self: Page): void {
  const [id = '', ...rest] = self.location.hash.slice(1).split('&');
  if (self.top !== self || id === '') return;
  const secrets = isOpenedByWallet(self) ? readMailboxSecrets(rest.join('&')) : undefined;
  // Removes the mailbox secrets from the history.
  self.history.replaceState(null, '', `#${id}`);
  const root = self.document.documentElement;
  root.dataset.surface = 'window';
  if (self.matchMedia('(prefers-color-scheme: dark)').matches) root.dataset.theme = 'dark';
  const over = new AbortController();
  const { signal } = over;
  const end: WindowEnd = (text = 'window.over') => {
    if (signal.aborted) return;
    over.abort();
    showOver(self, text);
    if (text === 'window.over') self.close();
  };
  let peer: WindowPeer | undefined;
  const review = createWindowReview(self, signal, decision => peer?.decide(decision));
  const receive: PeerListener = (from, message) => {
    if (peer !== undefined && peer !== from) return false;
    const offer = windowOffer.safeParse(message);
    if (offer.success && offer.data.id === id) {
      peer = from;
      review(offer.data).catch(() => end());
    } else if (peer !== undefined && windowOver.safeParse(message).data?.id === id) end();
    return peer === from;
  };
  const pollMailbox = () => {
    if (peer !== undefined || secrets === undefined || signal.aborted) return;
    const until = AbortSignal.any([signal, reached.signal]);
    receiveByMailbox({ url: self.location.origin, secrets, id, receive, end, signal: until });
  };
  const reached = new AbortController();
  const receiveFromPage: PeerListener = (from, message) => {
    const isPeer = receive(from, message);
    if (isPeer) reached.abort();
    return isPeer;
  };
  receiveFromOpener(self, id, receiveFromPage, signal);
  if (self.opener === null) secrets === undefined ? end('window.lost') : pollMailbox();
  else self.setTimeout(pollMailbox, SILENCE);
  self.setTimeout(() => peer === undefined && end('window.lost'), PATIENCE);
}

/**
 * Whether a page of this origin opened this one, as the browser told the server (`Sec-Fetch-Site`). Any page can open the
 * window with its own mailbox in the URL, so only URLs that the wallet page created are trusted.
 */
function isOpenedByWallet({ document }: Page): boolean {
  return document.querySelector('meta[name="latchkit-opener"]')?.getAttribute('content') === 'wallet';
}

/** Greets the opener's pages until one of them offers the request. */
function receiveFromOpener(self: Page, id: string, receive: PeerListener, signal: AbortSignal): void {
  let page: MessageEventSource | undefined;
  const peer: WindowPeer = {
    // A block body, as in `receiveFromWindows` at the other end.
    decide: decision => {
      page?.postMessage(decision, { targetOrigin: self.origin });
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

/** Shows a final message, if the browser does not let the page close itself or the user must know why nothing else is shown. */
function showOver(self: Page, text: 'window.over' | 'window.lost'): void {
  const texts = createTexts(self.document, self.navigator.languages);
  const { locale, direction } = texts;
  const said = element(self.document, 'p', { role: 'status' }, texts.text(text));
  self.document.body.replaceChildren(
    element(self.document, 'main', { class: 'screen over', lang: locale, dir: direction }, said),
  );
}
