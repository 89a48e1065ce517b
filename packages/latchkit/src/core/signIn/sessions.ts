import { gatewayClock } from '../kernel/gatewayClock.js';
import { need } from './requestSignIn.js';
import type { SiwxSession } from './SignInConfig.js';
import { isCurrent, type SignInEntry, type SignInRun, setSignIn } from './SignInRun.js';

/** The maximum delay of a browser timer, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The valid session among `sessions` that belongs to the entry. */
export function sessionInForce(
  { kit }: Pick<SignInRun, 'kit'>,
  { target }: Pick<SignInEntry, 'target'>,
  sessions: readonly SiwxSession[],
): SiwxSession | undefined {
  const now = gatewayClock(kit).now();
  const id = `${target.chainId}:${target.address}`;
  return sessions.find(session => isSameAccount(session.accountAddress, id) && !hasEnded(session, now));
}

/** Publishes a session and starts its expiry timer. */
export function admit(run: SignInRun, entry: SignInEntry, session: SiwxSession): void {
  entry.status = 'signedIn';
  const { namespace } = entry.target;
  run.signedIn.set(namespace, entry.target);
  setSignIn(run, ({ sessions }) => ({ sessions: { ...sessions, [namespace]: session } }));
  clearTimeout(entry.expiry);
  if (session.expirationTime !== undefined) watch(run, entry, session);
}

/** Removes a namespace's session from the state. */
export function withdraw(run: SignInRun, entry: SignInEntry): void {
  clearTimeout(entry.expiry);
  const { namespace } = entry.target;
  if (!run.kit.store.getState().signIn.sessions[namespace]) return;
  setSignIn(run, ({ sessions }) => {
    const { [namespace]: _, ...others } = sessions;
    return { sessions: others };
  });
}

/** An entry's session has expired: ask its visitor again. */
export function expire(run: SignInRun, entry: SignInEntry): void {
  withdraw(run, entry);
  run.kit.kernel.emit({ event: 'SESSION_EXPIRED', namespace: entry.target.namespace });
  need(run, entry, 'expired');
}

function watch(run: SignInRun, entry: SignInEntry, session: SiwxSession): void {
  const { now } = gatewayClock(run.kit);
  const left = endOf(session) - now();
  entry.expiry = setTimeout(
    () => {
      if (!isCurrent(run, entry) || entry.status !== 'signedIn') return;
      if (hasEnded(session, now())) expire(run, entry);
      else watch(run, entry, session);
    },
    Math.min(Math.max(left, 0), MAX_TIMER_MS),
  );
}

function hasEnded(session: SiwxSession, now: number): boolean {
  // Written so that an invalid time counts as past.
  return session.expirationTime !== undefined && !(now < endOf(session));
}

function endOf({ expirationTime }: SiwxSession): number {
  return Date.parse(expirationTime ?? '');
}

/** EVM addresses are case-insensitive. */
function isSameAccount(a: string, b: string): boolean {
  return a === b || (a.startsWith('eip155:') && a.toLowerCase() === b.toLowerCase());
}
