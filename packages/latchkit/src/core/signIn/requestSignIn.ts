import { catalogueError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import { withLimit } from '../adapter/withLimit.js';
import { disconnect } from '../connection/disconnect.js';
import { reportError } from '../kernel/reportError.js';
import { open } from '../modal/openModal.js';
import { showToast } from '../modal/toast.js';
import { isCurrent, type SignInEntry, type SignInRun, setSignIn } from './SignInRun.js';
import { allowClosing, settleModal, showSignInView } from './signInModal.js';
import type { SignInRequest } from './signInState.js';

type Problem = SignInRequest['problem'];

/** The account of an entry needs a session [STATE-36]. It is asked for in its turn: one at a time. */
export function need(run: SignInRun, entry: SignInEntry, problem?: Problem): void {
  entry.status = 'needed';
  if (run.kit.store.getState().signIn.asking) return;
  begin(run, entry, problem);
}

/** Asks for the next account that needs a session; where none does, the sign view closes. */
export function askNext(run: SignInRun): void {
  const { signIn, activeNamespace } = run.kit.store.getState();
  if (!signIn.asking) {
    const active = run.entries.get(activeNamespace);
    const waiting = [active, ...run.entries.values()].find(entry => entry?.status === 'needed');
    if (waiting) begin(run, waiting);
  }
  settleModal(run);
}

/** Asks for an account, in place of whoever is asked. */
export function begin(run: SignInRun, entry: SignInEntry, problem?: Problem): void {
  const { namespace, connectorId, accountAddress, chainId } = entry.target;
  setSignIn(run, () => ({
    asking: {
      ...{ namespace, connectorId, accountAddress, chainId, problem },
      message: undefined,
      text: undefined,
      step: entry.attempt ? 'waiting' : 'preparing',
    },
  }));
  run.kit.kernel.emit({ event: 'SIGN_IN_ASKED', namespace, networkId: chainId });
  showSignInView(run);
  // The wallet asks already, for a request that the visitor left and came back to.
  if (entry.attempt) return;
  prepare(run, entry).catch((cause: unknown) => {
    // Whoever pressed 'Sign' in the meantime is told by that attempt.
    if (isAsked(run, entry) && !entry.attempt) void cannotStart(run, entry, cause);
  });
}

/** Whether the entry is the one who is asked. */
export function isAsked(run: SignInRun, entry: SignInEntry): boolean {
  return (
    isCurrent(run, entry) && run.kit.store.getState().signIn.asking?.namespace === entry.target.namespace
  );
}

/** Changes what is known of the request, while it is the entry's. */
export function updateRequest(run: SignInRun, entry: SignInEntry, change: Partial<SignInRequest>): void {
  if (!isAsked(run, entry)) return;
  setSignIn(run, ({ asking }) => ({ asking: asking && { ...asking, ...change } }));
}

/** Nobody is asked any more. */
export function stopAsking(run: SignInRun): void {
  setSignIn(run, () => ({ asking: undefined }));
}

/** Makes the message that the entry's account is to sign; one at a time. */
export function prepare(run: SignInRun, entry: SignInEntry): Promise<SiwxMessage> {
  entry.preparing ??= make(run, entry).finally(() => {
    entry.preparing = undefined;
  });
  return entry.preparing;
}

async function make(run: SignInRun, entry: SignInEntry): Promise<SiwxMessage> {
  const making = run.signIn().then(async signIn => {
    const made = await signIn.createMessage(entry.target);
    return { message: made, text: signIn.format(made) };
  });
  const { message, text } = await withLimit(making, run.kit.kernel.signal);
  if (isAsked(run, entry)) {
    run.preparedAt = Date.now();
    const isReady = run.kit.store.getState().signIn.asking?.step === 'preparing';
    updateRequest(run, entry, isReady ? { message, text, step: 'ready' } : { message, text });
  }
  return message;
}

/** Says that sign-in cannot start, and disconnects [ERR-37]. The sessions of other networks stay. */
export async function cannotStart(run: SignInRun, entry: SignInEntry, cause: unknown): Promise<void> {
  const { kit } = run;
  const { namespace } = entry.target;
  const error = catalogueError('SIGN_IN_UNAVAILABLE', { cause });
  kit.kernel.emit({ event: 'SIGN_IN_ERROR', namespace, code: error.code });
  reportError(kit, 'SIGN_IN', error);
  // The connection is on its way out; should it not go, nobody is held.
  entry.status = 'dismissed';
  stopAsking(run);
  showToast(kit, { tone: 'danger', text: 'toast.signInUnavailable' });
  await leaveConnection(run, entry);
  if (kit.kernel.signal.aborted) return;
  allowClosing(run);
  if (!kit.store.getState().signIn.asking) open(kit);
}

/** Disconnects the wallet of an entry, and leaves its sessions alone. Never rejects. */
export async function leaveConnection(run: SignInRun, { target }: SignInEntry): Promise<void> {
  run.leaving = true;
  try {
    await disconnect(run.kit, {
      namespace: target.namespace,
      connectorId: target.connectorId,
      keepOpen: true,
    });
  } catch {
    showToast(run.kit, { tone: 'danger', text: 'toast.disconnectFailed' });
  } finally {
    run.leaving = false;
  }
}
