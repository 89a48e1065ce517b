import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { watchConnection } from '../connection/watchConnection.js';
import { gatewayClock } from '../kernel/gatewayClock.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import {
  cancelRequest,
  dismiss,
  forgetDismissals,
  isDismissed,
  signOutConnection,
  signOutEntry,
} from './endSignIn.js';
import { performSignIn } from './performSignIn.js';
import {
  askNext,
  begin,
  cannotStart,
  hasLeftSignIn,
  holdStranded,
  need,
  stopAsking,
} from './requestSignIn.js';
import type { SignIn, SignInAccount, SignInConfig, SignInFlow } from './SignInConfig.js';
import {
  askedEntry,
  callSignIn,
  isCurrent,
  isSameTarget,
  type SignInEntry,
  type SignInRun,
  setSignIn,
  signInTarget,
} from './SignInRun.js';
import { admit, expire, sessionInForce, withdraw } from './sessions.js';
import { signInFlow } from './signIn.js';

/**
 * Requests sign-in for every connected account. Follows the state only, so it does not matter how a connection was established,
 * restored or changed.
 *
 * @param only - The only namespace to ask; default: every namespace.
 */
export function followSignIn(kit: Latchkit, config: SignInConfig, only?: ChainNamespace): void {
  const run = createRun(kit, config);
  const look = (state: LatchkitState, before: LatchkitState) => {
    if (kit.kernel.signal.aborted) return;
    if (state.namespaces !== before.namespaces) {
      for (const key of Object.keys(state.namespaces) as ChainNamespace[]) {
        if (only && key !== only) continue;
        // Read the current state: handling another namespace may have changed it.
        const target = signInTarget(kit.store.getState(), key);
        follow(run, key, target, before.namespaces[key]?.connection.status);
      }
    }
    holdStranded(run);
    if (state.modal === before.modal || !hasLeftSignIn(run)) return;
    const entry = askedEntry(run);
    if (!entry) return;
    kit.kernel.emit({ event: 'SIGN_IN_CANCELLED', namespace: entry.target.namespace });
    dismiss(run, entry);
  };
  // An account's sessions end with its connection.
  watchConnection(kit, change => {
    if (change.type === 'disconnected') signOutConnection(run, change.namespace, change.accounts);
  });
  const unsubscribe = kit.store.subscribe(look);
  const now = kit.store.getState();
  look(now, { ...now, namespaces: {} });
  kit.kernel.signal.addEventListener('abort', () => {
    unsubscribe();
    for (const { expiry } of run.entries.values()) clearTimeout(expiry);
  });
  const flow: SignInFlow = {
    sign: namespace => sign(run, namespace),
    cancel: () => cancelRequest(run),
    signOut: namespace => signOutEntry(run, namespace),
    // Only WalletConnect uses this; other pages don't load it.
    atConnection: async () => (await import('./signInAtConnection.js')).signInAtConnection(run),
  };
  signInFlow.set(kit, flow);
}

function createRun(kit: Latchkit, config: SignInConfig): SignInRun {
  let attached: Promise<SignIn> | undefined;
  const run: SignInRun = {
    kit,
    required: config.required,
    entries: new Map(),
    signedIn: new Map(),
    prompts: new Map(),
    preparedAt: 0,
    leaving: false,
    signIn() {
      attached ??= attach(kit, config, account => changed(run, account)).catch((error: unknown) => {
        attached = undefined;
        throw error;
      });
      return attached;
    },
  };
  return run;
}

async function attach(
  kit: Latchkit,
  config: SignInConfig,
  changed: (account: SignInAccount) => void,
): Promise<SignIn> {
  const { projectId, gateway } = kit.options;
  const { storage, signal } = kit.kernel;
  return config.attach({ projectId, gateway, storage, signal, changed, clock: gatewayClock(kit) });
}

function changed(run: SignInRun, account: SignInAccount): void {
  for (const entry of run.entries.values()) {
    if (entry.target.chainId === account.chainId) void checkAgain(run, entry);
  }
}

async function sign(run: SignInRun, namespace: ChainNamespace | undefined) {
  const { signIn, activeNamespace } = run.kit.store.getState();
  const entry = run.entries.get(namespace ?? signIn.asking?.namespace ?? activeNamespace);
  if (!entry) throw createError('CAIP_NETWORK_OR_ADDRESS_UNDEFINED');
  const session = signIn.sessions[entry.target.namespace];
  if (session) return session;
  const asked = askedEntry(run);
  if (asked !== entry) {
    // One at a time: wait for the wallet prompt that is already open.
    await asked?.attempt?.catch(() => undefined);
    entry.status = 'needed';
    begin(run, entry);
  }
  return performSignIn(run, entry);
}

/** A namespace's previous connection status. */
type Status = LatchkitState['namespaces'][ChainNamespace] extends infer C | undefined
  ? C extends { connection: { status: infer S } }
    ? S
    : never
  : never;

/** Updates a namespace's entry for its current connection; looks up the sessions of a new account. */
function follow(
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
    const { connection } = run.kit.store.getState().namespaces[namespace] ?? {};
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
async function checkAgain(run: SignInRun, entry: SignInEntry): Promise<void> {
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
  return sessionInForce(run, entry, await callSignIn(run, signIn => signIn.getSessions(entry.target)));
}
