import type { Approval } from '@latchkit/keyring';
import { FRAME_LIMITS } from 'latchkit/protocol';
import { SITE_BLOCK } from '../host/createApprovalGate.js';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import { APPROVAL_LIMITS } from '../screen/approvalLimits.js';
import { createScreen, type Screen } from '../screen/createScreen.js';
import type { Press } from '../screen/guardButton.js';
import type { UserInput } from '../screen/watchUserInput.js';
import { createTexts } from '../texts/createTexts.js';
import type { ApprovalsOptions } from './Approvals.js';

/** The state of earlier requests that affects the next one. */
export interface ApprovalHistory {
  /** Milliseconds of `performance.now()`. */
  approvedAt: number;
  readonly userInput: UserInput;
  /** Whether Approve was first when the sides last changed. */
  isSwapped: boolean;
}

/** How a request ended for the user, and on which surface. */
export type Outcome =
  | { readonly kind: 'approved'; readonly press: Press; readonly surface: Approval['surface'] }
  | { readonly kind: 'rejected' };

/** The interaction with the user about one request. */
export interface ApprovalPrompt {
  /** The screen; the first call shows it. */
  screen(): Screen;
  /** Only the first decision counts. */
  decide(outcome: Outcome): void;
  /** @throws the error passed to {@link ApprovalPrompt.fail}. */
  readonly decided: Promise<Outcome>;
  /** Fails because the user can't be asked. */
  fail(error: Error): void;
  /** Called when the user chooses the wallet window. */
  onWindow: () => void;
}

export function createApprovalPrompt(
  { self, tell, block, refusals }: ApprovalsOptions,
  history: ApprovalHistory,
  identity: RequestIdentity,
  signal: AbortSignal,
): ApprovalPrompt {
  const page = self as Window & typeof globalThis;
  let screen: Screen | undefined;
  let settle: (outcome: Outcome) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const decided = new Promise<Outcome>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  // Prevents an unhandled rejection if it fails before anything awaits it.
  decided.catch(() => {});
  const open = () =>
    createScreen({
      self: page,
      texts: createTexts(self.document, self.navigator.languages),
      identity,
      userInput: history.userInput,
      notBefore: history.approvedAt + APPROVAL_LIMITS.apart,
      canBlockSite: refusals() + 1 >= FRAME_LIMITS.refusals,
      isInFrame: true,
      signal,
      onHeight: height => tell({ type: 'SHOW', payload: { reason: 'approval', height } }),
      onWindow: () => prompt.onWindow(),
      onDecision(decision) {
        if (decision.kind === 'approved') return settle({ ...decision, surface: 'frame' });
        if (decision.blocksSite) block(SITE_BLOCK);
        settle({ kind: 'rejected' });
      },
    });
  const prompt: ApprovalPrompt = {
    screen: () => (screen ??= open()),
    decide: outcome => settle(outcome),
    decided,
    fail: error => fail(error),
    onWindow: () => {},
  };
  return prompt;
}
