import type { ChainNamespace } from '../../protocol/caip.js';
import { withLimit } from '../adapter/abortable.js';
import type { LatchkitState } from '../LatchkitState.js';
import { forgetDismissals, isDismissed } from './dismissals.js';
import { askNext, cannotStart, need, stopAsking } from './requestSignIn.js';
import { askedEntry, isCurrent, type SignInEntry, type SignInRun, setSignIn } from './SignInRun.js';
import { admit, expire, sessionInForce, withdraw } from './sessions.js';
import { isSameTarget, type signInTarget } from './signInTarget.js';

/** A namespace's previous connection status. */
type Status = LatchkitState['chains'][ChainNamespace] extends infer C | undefined
  ? C extends { connection: { status: infer S } }
    ? S
    : never
  : never;

/** Updates a namespace's entry for its current connection; looks up the sessions of a new account. */
export function follow(
  run: SignInRun,
  namespace: ChainNamespace,
  target: ReturnType<typeof signInTarget>,
  before: Status | undefined,
): void {
  const known = run.entries.get(namespace);
  if (isSameTarget(known?.target, target)) return;
  if (known) leave(run, known);
  if (!target) {
    // A disconnected wallet has no pending prompts.
    const { connection } = run.kit.store.getState().chains[namespace] ?? {};
    if (known && connection?.status === 'disconnected') run.prompts.delete(known.target.connectorId);
    askNext(run);
    return;
  }
  const entry: SignInEntry = { target, status: 'checking' };
  run.entries.set(namespace, entry);
  const isNew = before !== 'reconnecting' && before !== 'connected';
  if (isNew) forgetDismissals(run.kit.kernel.storage, target);
  setSignIn(run, ({ checking }) => ({ checking: [...checking.filter(one => one !== namespace), namespace] }));
  void check(run, entry);
}

/** Reads an entry's sessions again, after one was renewed or has ended elsewhere. */
export async function checkAgain(run: SignInRun, entry: SignInEntry): Promise<void> {
  const session = await readSession(run, entry).catch(() => 'unknown' as const);
  // An unreachable service does not end the session.
  if (session === 'unknown' || !isCurrent(run, entry)) return;
  if (session) {
    const isNews = entry.status !== 'signedIn';
    if (isNews && askedEntry(run) === entry) stopAsking(run);
    admit(run, entry, session);
    if (isNews) askNext(run);
  } else if (entry.status === 'signedIn') expire(run, entry);
}

function leave(run: SignInRun, entry: SignInEntry): void {
  const { namespace } = entry.target;
  const wasAsked = askedEntry(run) === entry;
  withdraw(run, entry);
  run.entries.delete(namespace);
  setSignIn(run, ({ checking }) => ({ checking: checking.filter(one => one !== namespace) }));
  if (wasAsked) stopAsking(run);
}

async function check(run: SignInRun, entry: SignInEntry): Promise<void> {
  const { namespace } = entry.target;
  try {
    const session = await readSession(run, entry);
    if (!isCurrent(run, entry)) return;
    if (session) admit(run, entry, session);
    else if (!run.required && isDismissed(run.kit.kernel.storage, entry.target)) entry.status = 'dismissed';
    else need(run, entry);
  } catch (cause) {
    if (isCurrent(run, entry)) await cannotStart(run, entry, cause);
  } finally {
    if (isCurrent(run, entry) || !run.entries.has(namespace)) {
      setSignIn(run, ({ checking }) => ({ checking: checking.filter(one => one !== namespace) }));
    }
    if (!run.kit.kernel.signal.aborted) askNext(run);
  }
}

async function readSession(run: SignInRun, entry: SignInEntry) {
  const reading = run.signIn().then(signIn => signIn.getSessions(entry.target));
  return sessionInForce(entry, await withLimit(reading, run.kit.kernel.signal));
}
