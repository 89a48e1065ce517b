import type { ChainNamespace } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import { withLimit } from '../adapter/abortable.js';
import { dismiss } from './endSignIn.js';
import { leaveConnection } from './requestSignIn.js';
import type { SignInRun } from './SignInRun.js';
import { withdraw } from './sessions.js';

/** Ends the session of a namespace's account, and its connection if sign-in is required. */
export async function signOutEntry(run: SignInRun, only: ChainNamespace | undefined): Promise<void> {
  const { kit } = run;
  const namespace = only ?? kit.store.getState().activeNamespace;
  const entry = run.entries.get(namespace);
  if (!entry) throw catalogueError('CAIP_NETWORK_OR_ADDRESS_UNDEFINED');
  const ending = run.signIn().then(signIn => signIn.revokeSessions(entry.target));
  await withLimit(ending, kit.kernel.signal);
  if (run.entries.get(namespace) !== entry) return;
  withdraw(run, entry);
  kit.kernel.emit({ event: 'SIGN_OUT', namespace });
  if (!run.required) return dismiss(run, entry);
  entry.status = 'dismissed';
  await leaveConnection(run, entry);
}

/** Ends every session of a connection's accounts, so that disconnecting on a shared computer leaves none behind. */
export function signOutConnection(
  run: SignInRun,
  namespace: ChainNamespace,
  accounts: readonly string[],
): void {
  if (run.leaving) return;
  const { chains, connections } = run.kit.store.getState();
  const networks = chains[namespace]?.networks ?? [];
  // Another connected wallet may hold the same account.
  const held = connections.flatMap(one => one.accounts.map(({ address }) => address));
  const gone = accounts.filter(account => !held.includes(account));
  const end = async () => {
    const signIn = await run.signIn();
    const ending = networks.flatMap(({ caipNetworkId: chainId }) =>
      gone.map(accountAddress => signIn.revokeSessions({ accountAddress, chainId })),
    );
    await Promise.allSettled(ending);
  };
  end().catch(() => undefined);
}
