import type { EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import type { EmailUpdateStep } from '../../core/embeddedWallet/embeddedWalletState.js';
import { writeLastEmail } from '../../core/embeddedWallet/loginRecords.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { emailField, otpField } from '../../protocol/frame/frameFields.js';
import { assertConnected } from './assertConnected.js';
import type { UserSession } from './createUserSession.js';
import { ask, type FlowContext, update } from './FlowContext.js';
import type { ApprovalView } from './followApprovals.js';
import { followShown } from './followShown.js';
import { parseInput } from './parseInput.js';

interface Run {
  readonly email: string;
  readonly end: AbortController;
  busy: boolean;
  /** The wallet page is asking for the visitor's consent. */
  isAsked: boolean;
}

interface Change extends FlowContext {
  readonly session: UserSession;
  run: Run | undefined;
}

/**
 * Changes the user's email address: consent in the wallet window, then the old address's code, then the new address's
 * code.
 */
export function createEmailUpdate(
  context: FlowContext,
  session: UserSession,
  view: ApprovalView,
): Pick<
  EmbeddedWalletFlow,
  'startEmailUpdate' | 'confirmCurrentEmail' | 'confirmNewEmail' | 'cancelEmailUpdate'
> {
  const change: Change = { ...context, session, run: undefined };
  view.onLeave(() => {
    if (change.run?.isAsked) end(change);
  });
  return {
    async startEmailUpdate(given) {
      assertConnected(context);
      const email = parseInput(emailField, given, 'INVALID_EMAIL');
      end(change);
      const run: Run = { email, end: new AbortController(), busy: false, isAsked: false };
      change.run = run;
      return step(change, 'sending', 'sending', async signal => {
        const stop = followConsent(change, run, view);
        const work = ask(change, 'UPDATE_EMAIL', { email }, { signal });
        const { action } = await work.finally(stop).catch((cause: unknown) => {
          view.hold(cause);
          throw cause;
        });
        const result = action === 'VERIFY_PRIMARY_OTP' ? 'currentCode' : 'newCode';
        show(change, run, result);
        return result;
      });
    },
    async confirmCurrentEmail(given) {
      const otp = codeFor(change, 'currentCode', given);
      await step(change, 'currentCode', 'checking', async signal => {
        await ask(change, 'UPDATE_EMAIL_PRIMARY_OTP', { otp }, { signal });
        show(change, change.run, 'newCode');
      });
    },
    async confirmNewEmail(given) {
      const otp = codeFor(change, 'newCode', given);
      return step(change, 'newCode', 'checking', async signal => {
        const { newEmail } = await ask(change, 'UPDATE_EMAIL_SECONDARY_OTP', { otp }, { signal });
        keep(change, newEmail);
        return newEmail;
      });
    },
    cancelEmailUpdate: () => end(change),
  };
}

/** Validates the code if it is the expected one. */
function codeFor(change: Change, wanted: EmailUpdateStep, given: string): string {
  assertConnected(change);
  const otp = parseInput(otpField, given, 'OTP_INVALID');
  if (change.run?.busy) throw frameError('BUSY');
  if (change.kit.store.getState().embeddedWallet.update?.step !== wanted) throw frameError('OTP_EXPIRED');
  return otp;
}

/** Runs one step; if it fails, returns to `from`. */
async function step<T>(
  change: Change,
  from: EmailUpdateStep,
  during: EmailUpdateStep,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { run } = change;
  if (!run) throw frameError('OTP_EXPIRED');
  run.busy = true;
  show(change, run, during);
  try {
    return await work(run.end.signal);
  } catch (cause) {
    const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
    show(change, run, from, error);
    throw error;
  } finally {
    run.busy = false;
  }
}

function show(change: Change, run: Run | undefined, next: EmailUpdateStep, error?: BaseError): void {
  if (!run || change.run !== run) return;
  update(change, { update: { email: run.email, step: next, error } });
}

/**
 * Shows the wallet page while it asks for consent; from there the wallet window opens.
 *
 * @returns a function that hides it.
 */
function followConsent(change: Change, run: Run, view: ApprovalView): () => void {
  return followShown(change, isAsked => {
    run.isAsked = isAsked;
    show(change, run, isAsked ? 'consent' : 'sending');
    // Whatever the decision, the result is shown in the view where the change began.
    view.hear(isAsked ? 'asked' : 'approved');
  });
}

/** Stores the new address. */
function keep(change: Change, email: string): void {
  const { kit, session } = change;
  const { user } = kit.store.getState().embeddedWallet;
  writeLastEmail(kit.kernel.storage, email);
  if (user) session.change({ ...user, email });
  change.run = undefined;
  update(change, { update: undefined, lastEmail: email });
}

function end(change: Change): void {
  change.run?.end.abort();
  change.run = undefined;
  update(change, { update: undefined });
}
