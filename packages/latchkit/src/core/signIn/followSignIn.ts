import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { cancelRequest, dismiss } from './endSignIn.js';
import { checkAgain, follow } from './followConnections.js';
import { performSignIn } from './performSignIn.js';
import { begin } from './requestSignIn.js';
import type { SignIn, SignInAccount, SignInConfig } from './SignInConfig.js';
import type { SignInFlow } from './SignInFlow.js';
import { askedEntry, type SignInRun } from './SignInRun.js';
import { signInFlow } from './signIn.js';
import { hasLeftSignIn } from './signInModal.js';
import { signInTarget } from './signInTarget.js';
import { signOutConnection, signOutEntry } from './signOutEntry.js';

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
    if (state.chains !== before.chains) {
      for (const key of Object.keys(state.chains) as ChainNamespace[]) {
        if (only && key !== only) continue;
        // Read the current state: handling another namespace may have changed it.
        const target = signInTarget(kit.store.getState(), key);
        follow(run, key, target, before.chains[key]?.connection.status);
      }
    }
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
  look(now, { ...now, chains: {} });
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
  return config.attach({ projectId, gateway, storage, signal, changed });
}

function changed(run: SignInRun, account: SignInAccount): void {
  for (const entry of run.entries.values()) {
    if (entry.target.chainId === account.chainId) void checkAgain(run, entry);
  }
}

async function sign(run: SignInRun, namespace: ChainNamespace | undefined) {
  const { signIn, activeNamespace } = run.kit.store.getState();
  const entry = run.entries.get(namespace ?? signIn.asking?.namespace ?? activeNamespace);
  if (!entry) throw catalogueError('CAIP_NETWORK_OR_ADDRESS_UNDEFINED');
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
