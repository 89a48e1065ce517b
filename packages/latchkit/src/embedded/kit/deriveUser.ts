import { AUTH_ID } from '../../core/adapter/Connector.js';
import type { AccountInfo, ConnectedAccount, Connection } from '../../core/connection/account.js';
import type { StateChange } from '../../core/kernel/Kernel.js';
import type { LatchkitState, NamespaceState } from '../../core/LatchkitState.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { socialProviderField } from '../../protocol/frame/frameFields.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';

/** Adds the signed-in user to a state change wherever the embedded wallet is connected. */
export function deriveUser(state: LatchkitState, change: StateChange): Partial<LatchkitState> {
  const changed = typeof change === 'function' ? change(state) : change;
  const next = { ...state, ...changed };
  const { user } = next.embeddedWallet;
  const isNews = user !== state.embeddedWallet.user;
  // Unchanged values keep their identity.
  return {
    ...changed,
    ...((isNews || next.namespaces !== state.namespaces) && { namespaces: withUsers(next.namespaces, user) }),
    ...((isNews || next.connections !== state.connections) && {
      connections: next.connections.map(one => withAuth(one, user)),
    }),
  };
}

function withUsers(
  chains: LatchkitState['namespaces'],
  user: FrameUser | undefined,
): LatchkitState['namespaces'] {
  const entries = Object.entries(chains) as [ChainNamespace, NamespaceState][];
  return Object.fromEntries(entries.map(([namespace, chain]) => [namespace, withUser(chain, user)]));
}

function withUser(chain: NamespaceState, user: FrameUser | undefined): NamespaceState {
  const { connection, account } = chain;
  const isOwn = connection.status === 'connected' && connection.connectorId === AUTH_ID;
  if (!isOwn || account.embeddedWalletInfo?.user === user) return chain;
  const own = accountOf(account, user);
  return {
    ...chain,
    account: own,
    preferredAccountType: own.allAccounts[0]?.type ?? chain.preferredAccountType,
    socialProvider: socialOf(user),
  };
}

const SOCIALS = [...socialProviderField.options, 'farcaster', 'telegram'] as const;

/** The provider of a social login. */
function socialOf(user: FrameUser | undefined): NamespaceState['socialProvider'] {
  return SOCIALS.find(social => social === user?.authProvider);
}

function accountOf(account: AccountInfo, user: FrameUser | undefined): AccountInfo {
  if (!account.isConnected) return account;
  // The connection has no other account, because the wallet page signs with the active one only.
  const [active] = account.allAccounts;
  const typeOf = (address: string) => user?.accounts.find(one => one.address === address)?.type ?? 'eoa';
  const others = user?.accounts.filter(
    one => one.namespace === active?.namespace && one.address !== active.address,
  );
  return {
    ...account,
    allAccounts: [
      ...(active ? [{ ...active, type: typeOf(active.address) }] : []),
      ...(others ?? []),
    ] as ConnectedAccount['allAccounts'],
    embeddedWalletInfo: user && {
      user,
      authProvider: user.authProvider ?? 'email',
      accountType: typeOf(account.address),
      isSmartAccountDeployed: user.smartAccountDeployed,
    },
  };
}

function withAuth(connection: Connection, user: FrameUser | undefined): Connection {
  if (connection.connectorId !== AUTH_ID) return connection;
  const { auth: _, ...plain } = connection;
  if (!user) return plain;
  const username = user.userName ?? user.email;
  return { ...plain, auth: { name: user.authProvider ?? 'email', ...(username && { username }) } };
}
