import { need } from './requestSignIn.js';
import type { SiwxSession } from './SignInConfig.js';
import { isCurrent, type SignInEntry, type SignInRun, setSignIn } from './SignInRun.js';

/** The longest that a timer of browsers counts, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The session among some that is the entry's and has not ended. */
export function sessionInForce(
  { target }: SignInEntry,
  sessions: readonly SiwxSession[],
): SiwxSession | undefined {
  const id = `${target.chainId}:${target.accountAddress}`;
  return sessions.find(session => isSameAccount(session.accountAddress, id) && !hasEnded(session));
}

/** Puts a session in force: hosts read it, and it ends when its time has come. */
export function admit(run: SignInRun, entry: SignInEntry, session: SiwxSession): void {
  entry.status = 'signedIn';
  const { namespace } = entry.target;
  setSignIn(run, ({ sessions }) => ({ sessions: { ...sessions, [namespace]: session } }));
  clearTimeout(entry.expiry);
  if (session.expirationTime !== undefined) watch(run, entry, session);
}

/** No session is in force for a namespace. */
export function withdraw(run: SignInRun, entry: SignInEntry): void {
  clearTimeout(entry.expiry);
  const { namespace } = entry.target;
  if (!run.kit.store.getState().signIn.sessions[namespace]) return;
  setSignIn(run, ({ sessions }) => {
    const { [namespace]: _, ...others } = sessions;
    return { sessions: others };
  });
}

/** The session of an entry has ended: its visitor is asked again. */
export function expire(run: SignInRun, entry: SignInEntry): void {
  withdraw(run, entry);
  run.kit.kernel.emit({ event: 'SESSION_EXPIRED', namespace: entry.target.namespace });
  need(run, entry, 'expired');
}

function watch(run: SignInRun, entry: SignInEntry, session: SiwxSession): void {
  const left = endOf(session) - Date.now();
  entry.expiry = setTimeout(
    () => {
      if (!isCurrent(run, entry) || entry.status !== 'signedIn') return;
      if (hasEnded(session)) expire(run, entry);
      else watch(run, entry, session);
    },
    Math.min(Math.max(left, 0), MAX_TIMER_MS),
  );
}

function hasEnded(session: SiwxSession): boolean {
  // Written so that a time which is none counts as past.
  return session.expirationTime !== undefined && !(Date.now() < endOf(session));
}

function endOf({ expirationTime }: SiwxSession): number {
  return Date.parse(expirationTime ?? '');
}

/** EVM addresses are the same in any case. */
function isSameAccount(a: string, b: string): boolean {
  return a === b || (a.startsWith('eip155:') && a.toLowerCase() === b.toLowerCase());
}
