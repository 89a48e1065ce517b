import { digestOfAll, type SigningRequest } from '@latchkit/keyring';
import { anySignal, frameError } from 'latchkit/protocol';
import type { ApprovalsOptions } from '../approvals/Approvals.js';
import type { Review } from '../review/model/Review.js';
import { siteIcon } from '../review/model/siteIcon.js';
import { createScreen, type Screen } from '../screen/createScreen.js';
import { watchUserInput } from '../screen/watchUserInput.js';
import { createTexts } from '../texts/createTexts.js';
import type { TextKey } from '../texts/en.js';
import { offerToWindow } from '../windowChannel/offerToWindow.js';
import type { WindowOffer, WindowPress } from '../windowChannel/windowMessages.js';

export type WindowPromptOptions = Pick<
  ApprovalsOptions,
  'self' | 'hostOrigin' | 'state' | 'tell' | 'mailbox' | 'projectId' | 'networkOf'
>;

/** A question that the user answers in the wallet window, and that signs nothing here. */
export interface WindowQuestion {
  /** The window names it. A host page that opens the window itself knows it. */
  readonly id: string;
  readonly kind: Extract<SigningRequest['kind'], 'passkey' | 'password' | 'provision' | 'manage'>;
  readonly payload: unknown;
  /** What this page shows until the window has the answer. */
  readonly review: Review;
  readonly status?: TextKey | undefined;
  /** The login and the EVM address that the question is about; empty if this page knows none. */
  readonly login: string;
  readonly account: string;
  /** The address that the user knows the wallet by. Default: `account`. */
  readonly shownAccount?: string;
  readonly signal: AbortSignal;
}

/**
 * Asks in the wallet window.
 *
 * @param work - Completes the user's press, while the window still waits. `reply`: see `WindowReview.reply`.
 * @throws frameError REJECTED the user refused; ABORTED; WINDOW_BLOCKED, SURFACE_UNAVAILABLE; what `work` throws.
 */
export type AskInWindow = <Result>(
  question: WindowQuestion,
  work: (
    press: WindowPress,
    reply: ReturnType<typeof offerToWindow>['reply'],
    signal: AbortSignal,
  ) => Promise<Result>,
) => Promise<Result>;

/** Creates the function that asks in the wallet window, which the user opens from this page or the host has opened. */
export function createWindowPrompt(options: WindowPromptOptions): AskInWindow {
  const { self, tell, mailbox } = options;
  return async (question, work) => {
    const { review, status, signal } = question;
    const offer = await offerOf(question, options);
    const over = new AbortController();
    const until = anySignal(signal, over.signal);
    try {
      signal.throwIfAborted();
      let screen: Screen | undefined;
      const show = (isUnopened: boolean) =>
        screen?.show({ review, status, offer: 'window', isSwapped: false, isUnopened });
      const page = self as Window & typeof globalThis;
      const window = offerToWindow(self, offer, mailbox, until, { onSeen: isSeen => show(!isSeen) });
      const refused = new Promise<never>((_, reject) => {
        const refuse = () => reject(frameError('REJECTED'));
        screen = createScreen({
          ...{ self: page, identity: offer.identity, userInput: watchUserInput(page), notBefore: 0 },
          texts: createTexts(self.document, self.navigator.languages),
          ...{ canBlockSite: false, isInFrame: true, onDecision: refuse, onWindow: window.open },
          onHeight: height => tell({ type: 'SHOW', payload: { reason: 'approval', height } }),
          signal: until,
        });
        until.addEventListener('abort', () => reject(frameError('ABORTED')), { once: true });
      });
      // It may reject after the press.
      refused.catch(() => {});
      show(false);
      const press = await Promise.race([window.decided, refused]);
      if (press === undefined) throw frameError('REJECTED');
      return await work(press, window.reply, until);
    } finally {
      over.abort();
      tell({ type: 'HIDE', payload: {} });
    }
  };
}

async function offerOf(
  { id, kind, payload, review, status, login, account, shownAccount = account }: WindowQuestion,
  { state, networkOf, hostOrigin, projectId }: WindowPromptOptions,
): Promise<WindowOffer> {
  const { chainId } = state;
  const signing: SigningRequest = { id, kind, chainId, account, payload: JSON.stringify(payload) };
  const { all: digest } = await digestOfAll([signing]);
  const identity = {
    ...{ hostOrigin, claimedName: state.dapp?.metadata.name, login, account: shownAccount, chainId },
    icon: siteIcon(state.dapp?.metadata.icons),
    // These questions are about no network.
    network: kind === 'provision' || kind === 'manage' ? '' : networkOf(chainId).name,
  };
  return {
    ...{ lk: 1, type: 'OFFER', id, projectId, identity, signings: [signing], digest, review },
    ...{ status, isSwapped: false },
  };
}
