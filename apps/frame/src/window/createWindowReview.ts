import { digestOfAll, type SigningRequest, sealJwe } from '@latchkit/keyring';
import { base64urlnopad } from '@scure/base';
import { answerPasskey } from '../passkeys/answerPasskey.js';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { AskedLimits, Review } from '../review/model/Review.js';
import { createScreen, type Decision, type Screen } from '../screen/createScreen.js';
import type { Press } from '../screen/guardButton.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import { createTexts, type Line } from '../texts/createTexts.js';
import type { TextKey } from '../texts/en.js';
import type { MailboxPage } from '../windowChannel/MailboxEnd.js';
import {
  askedPasskey,
  askedPassword,
  type WindowDecision,
  type WindowLimits,
  type WindowOffer,
  type WindowPress,
  type WindowProvision,
} from '../windowChannel/windowMessages.js';
import type { SiblingWindow } from './createSiblingWindow.js';
import { shownReview } from './shownReview.js';

export interface WindowReviewOptions {
  readonly self: Window & typeof globalThis;
  readonly signal: AbortSignal;
  /** Opens the window's own installation, for questions about this browser's wallet. */
  readonly openSibling: () => Promise<SiblingWindow>;
  /** Sends the decision or lower limits to the wallet page, with the digest of what was shown, computed here. */
  readonly tell: (message: WindowDecision | WindowLimits) => Promise<void>;
  /** Ends the window with a text that stays. */
  readonly stop: (text: Line) => void;
  /** Leaves for the portal. */
  readonly leave: () => void;
}

/** Shows offers in the wallet window. */
export interface ShownReview {
  /**
   * @param page - The page that registered the mailbox; undefined if the offer did not come through one.
   * @throws if the offer is not what it says, or is for another request than before.
   */
  offer(offer: WindowOffer, page: MailboxPage | undefined): Promise<void>;
  /** Receives what the window needs to open the wallet itself, and leaves for the portal. */
  provide(provision: WindowProvision): Promise<void>;
}

/** The dependencies, and what is on the screen. */
interface Shown extends WindowReviewOptions {
  readonly userInput: ReturnType<typeof watchUserInput>;
  screen?: Screen;
  /** The project of the page, as the wallet service says. */
  projectName?: string | undefined;
  /** Digest of the request that is shown. */
  digest?: string;
  /** Whether the user has lowered limits, and the request with these was not offered yet. */
  isLowered?: boolean;
  /** Once it was opened. */
  sibling?: Promise<SiblingWindow>;
}

export function createWindowReview(options: WindowReviewOptions): ShownReview {
  const shown: Shown = { ...options, userInput: watchUserInput(options.self) };
  return {
    async offer(offer, page) {
      const { all } = await digestOfAll(offer.signings);
      const { digest } = shown;
      const isOther = digest !== undefined && digest !== all;
      // The window is for one request: another one under its name ends it, unless the user has asked for lower limits.
      if (all !== offer.digest || (isOther && !shown.isLowered))
        throw new Error('The offer is for another request');
      if (shown.isLowered && !isOther && offer.status !== 'limits.failed') return;
      shown.isLowered = false;
      shown.digest = all;
      shown.projectName = page?.projectName;
      if (!isAboutWallet(offer)) return ask(shown, offer, { ...offer, review: shownReview(offer) });
      // It does not change.
      if (digest === undefined) await considerWallet(shown, offer);
    },
    async provide(provision) {
      const { signal, stop, leave, sibling } = shown;
      try {
        await (await sibling)?.enter(provision, signal);
        leave();
      } catch {
        stop({ text: 'window.notOpened' });
      }
    },
  };
}

function isAboutWallet({ signings: [signing] }: WindowOffer): boolean {
  return signing?.kind === 'provision' || signing?.kind === 'manage';
}

/** Asks about this browser's wallet, if there is something to ask. */
async function considerWallet(shown: Shown, offer: WindowOffer): Promise<void> {
  const { openSibling, tell, leave, signal, digest = '' } = shown;
  shown.sibling = openSibling();
  const found = await (await shown.sibling).consider(offer);
  if (signal.aborted) return;
  const decision = { lk: 1, type: 'DECISION', id: offer.id, digest } as const;
  if (found.kind === 'enter') {
    const now = Date.now();
    await tell({ ...decision, press: { armedAt: now, decidedAt: now } });
    leave();
  } else ask(shown, offer, found);
}

/** Shows a review, and completes the user's decision. */
function ask(
  shown: Shown,
  offer: WindowOffer,
  { review, identity }: { readonly review: Review; readonly identity: RequestIdentity },
  failure?: TextKey,
): void {
  const { self, signal, userInput, projectName } = shown;
  shown.screen ??= createScreen({
    self,
    identity: { ...identity, projectName },
    userInput,
    signal,
    notBefore: 0,
    canBlockSite: false,
    isInFrame: false,
    texts: createTexts(self.document, self.navigator.languages),
    onHeight: () => {},
    onLimits: limits => lower(shown, offer, limits),
    onDecision: decision =>
      decide(shown, offer, decision, text => ask(shown, offer, { review, identity }, text)),
    onWindow: () => {},
  });
  shown.screen.show({
    ...{ review, isSwapped: offer.isSwapped, status: failure ?? offer.status },
    offer: review.blocks.length > 0 ? 'nothing' : 'approve',
  });
}

/** Asks for the same request with lower limits. */
function lower(shown: Shown, { id }: WindowOffer, limits: AskedLimits): void {
  const { digest, screen, tell } = shown;
  if (digest === undefined) return;
  shown.isLowered = true;
  screen?.busy('limits.changing');
  void tell({ lk: 1, type: 'LIMITS', id, digest, limits });
}

function decide(
  { screen, tell, sibling, digest }: Shown,
  offer: WindowOffer,
  decision: Decision,
  askAgain: (failure: TextKey) => void,
): void {
  if (digest === undefined) return;
  const told = { lk: 1, type: 'DECISION', id: offer.id, digest } as const;
  screen?.busy(isAboutWallet(offer) ? 'window.opening' : undefined);
  if (decision.kind === 'rejected') return void tell(told);
  answerOf(offer, decision.press, sibling, screen?.password() ?? '').then(
    press => tell({ ...told, press }),
    // The user closed the browser's dialog, the passkey can't be used, or a service refused: the same question again.
    () => askAgain(isAboutWallet(offer) ? 'window.notOpened' : 'window.passkeyFailed'),
  );
}

/** Completes the user's press: a request for a passkey uses one, in the time in which the browser allows it after a press. */
async function answerOf(
  offer: WindowOffer,
  press: Press,
  sibling: Promise<SiblingWindow> | undefined,
  password: string,
): Promise<WindowPress> {
  if (sibling !== undefined) return (await sibling).complete(offer, press);
  const signing: SigningRequest | undefined = offer.signings[0];
  if (signing?.kind === 'password') {
    const { to } = askedPassword.parse(JSON.parse(signing.payload));
    const apu = base64urlnopad.encode(new TextEncoder().encode(to.jkt));
    return { ...press, answer: await sealJwe(new TextEncoder().encode(password), to.encJwk, { apu }) };
  }
  if (signing?.kind !== 'passkey') return press;
  const { question, to } = askedPasskey.parse(JSON.parse(signing.payload));
  return { ...press, answer: JSON.stringify(await answerPasskey(question, to)) };
}
