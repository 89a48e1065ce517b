import { createScreen, type Decision, type Screen } from '../approval/createScreen.js';
import { createTexts } from '../approval/createTexts.js';
import { digestOfAll } from '../approval/digestOfAll.js';
import { element } from '../approval/element.js';
import { type WindowDecision, type WindowOffer, windowOffer, windowOver } from './windowMessages.js';

type Page = Window & typeof globalThis;

/** Milliseconds between two greetings, and how long the frame may take to answer one. */
const GREETING = 500;
const PATIENCE = 10_000;

/**
 * Starts the wallet's window, which reviews one request of a wallet page in another window: it asks the pages of its own origin
 * that its opener is or holds, shows what one of them offers, and tells it the decision. In a frame it does nothing at all.
 */
export function startWindow(self: Page): void {
  const id = self.location.hash.slice(1);
  if (self.top !== self || id === '') return;
  const root = self.document.documentElement;
  root.dataset.surface = 'window';
  if (self.matchMedia('(prefers-color-scheme: dark)').matches) root.dataset.theme = 'dark';
  const over = new AbortController();
  const { signal } = over;
  const end = () => {
    if (signal.aborted) return;
    over.abort();
    showOver(self);
    self.close();
  };
  let desk: MessageEventSource | null = null;
  const review = createWindowReview(self, signal, decision => {
    desk?.postMessage(decision, { targetOrigin: self.origin });
  });
  self.addEventListener(
    'message',
    ({ data, origin, source }) => {
      if (origin !== self.origin || (desk !== null && source !== desk)) return;
      const offer = windowOffer.safeParse(data);
      if (offer.success && offer.data.id === id) {
        desk = source;
        review(offer.data).catch(end);
      } else if (desk !== null && windowOver.safeParse(data).data?.id === id) end();
    },
    { signal },
  );
  const greet = () => {
    if (desk === null) for (const page of pagesOfOpener(self)) hello(page, self.origin, id);
  };
  const greeting = self.setInterval(greet, GREETING);
  signal.addEventListener('abort', () => self.clearInterval(greeting), { once: true });
  self.setTimeout(() => desk === null && end(), PATIENCE);
  greet();
}

function hello(page: WindowProxy, origin: string, id: string): void {
  page.postMessage({ lk: 1, type: 'HELLO', purpose: 'approval', id }, origin);
}

/** The page that opened this one, and the frames in it: one of them is the wallet's. Those of others cannot read what is sent. */
function pagesOfOpener({ opener }: Page): readonly WindowProxy[] {
  const page = opener as WindowProxy | null;
  if (page === null) return [];
  return [page, ...Array.from({ length: page.length }, (_, at) => page[at]).filter(one => one !== undefined)];
}

/** Shows offers, and answers the decision with the digest of what was shown, made here. */
function createWindowReview(
  self: Page,
  signal: AbortSignal,
  tell: (decision: WindowDecision) => void,
): (offer: WindowOffer) => Promise<void> {
  let screen: Screen | undefined;
  let shown: string | undefined;
  const decide = ({ id }: WindowOffer, decision: Decision) => {
    if (shown === undefined) return;
    const press = decision.kind === 'approved' ? { press: decision.press } : {};
    screen?.busy();
    tell({ lk: 1, type: 'DECISION', id, digest: shown, ...press });
  };
  return async offer => {
    const { all } = await digestOfAll(offer.signings);
    // The window stands for one request: another one under its name ends it.
    if (all !== offer.digest || (shown !== undefined && shown !== all)) throw new Error('Another request');
    shown = all;
    screen ??= createScreen({
      self,
      texts: createTexts(self.document, [offer.locale ?? '', ...self.navigator.languages]),
      identity: offer.identity,
      notBefore: 0,
      canBlockSite: false,
      hasWindow: false,
      onHeight: () => {},
      onDecision: decision => decide(offer, decision),
      onWindow: () => {},
      signal,
    });
    const { review, status, isSwapped } = offer;
    screen.show({ review, status, isSwapped, offer: review.blocks.length > 0 ? 'nothing' : 'approve' });
  };
}

/** What stays where the browser lets no page close itself. */
function showOver(self: Page): void {
  const texts = createTexts(self.document, self.navigator.languages);
  const over = element(self.document, 'p', { role: 'status' }, texts.text('window.over'));
  const { locale, direction } = texts;
  self.document.body.replaceChildren(
    element(self.document, 'main', { class: 'screen over', lang: locale, dir: direction }, over),
  );
}
