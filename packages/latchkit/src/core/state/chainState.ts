import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { CaipNetwork } from '../contracts/Network.js';
import { defaultNetworkOf } from '../networks/defaultNetworkOf.js';
import { unknownNetwork } from '../networks/unknownNetwork.js';
import { type Connection, toAccountInfo } from './account.js';
import { type ConnectionEvent, type ConnectionState, transition } from './connectionState.js';
import type { ChainState, LatchkitState } from './LatchkitState.js';

/** A namespace's state before anything happened. */
export function createChainState(
  namespace: ChainNamespace,
  networks: readonly CaipNetwork[],
  network: CaipNetwork,
  connection: ConnectionState,
  defaultNetworkId?: CaipNetworkId,
): ChainState {
  return {
    connection,
    account: toAccountInfo(namespace, connection),
    networks,
    network,
    defaultNetworkId,
    preferredAccountType: undefined,
    ...NO_PROFILE,
  };
}

/** The change that a connection event makes to the instance's state; undefined when it makes none. */
export function applyConnectionEvent(
  state: LatchkitState,
  namespace: ChainNamespace,
  event: ConnectionEvent,
): Partial<LatchkitState> | undefined {
  const chain = state.chains[namespace];
  if (!chain) return undefined;
  const connection = transition(chain.connection, event);
  if (connection === chain.connection) return undefined;
  const next = withConnection(namespace, chain, connection);
  const activeNamespace =
    connection.status === 'connected' && event.type !== 'changed' ? namespace : state.activeNamespace;
  return { ...withChain(state, namespace, next), activeNamespace };
}

/** The change of the instance's state that puts `chain` in its place. */
export function withChain(
  state: LatchkitState,
  namespace: ChainNamespace,
  chain: ChainState,
): Pick<LatchkitState, 'chains' | 'connections'> {
  const chains = { ...state.chains, [namespace]: chain };
  return { chains, connections: listConnections(chains) };
}

/** The chain state with another active network; its balances are unknown until read. */
export function withNetwork(chain: ChainState, network: CaipNetwork): ChainState {
  return chain.network === network ? chain : { ...chain, network, ...NOTHING_READ };
}

function listConnections(chains: LatchkitState['chains']): readonly Connection[] {
  return Object.entries(chains).flatMap(([namespace, chain]) => {
    if (chain?.connection.status !== 'connected') return [];
    const { connectorId, accounts } = chain.connection;
    return [
      {
        namespace: namespace as ChainNamespace,
        connectorId,
        accounts: accounts.map(address => ({ address })),
        caipNetwork: chain.network,
      },
    ];
  });
}

function withConnection(
  namespace: ChainNamespace,
  chain: ChainState,
  connection: ConnectionState,
): ChainState {
  const account = toAccountInfo(namespace, connection);
  if (connection.status === 'connected') {
    const sameAccount = chain.account.address === account.address;
    const network =
      chain.networks.find(candidate => candidate.caipNetworkId === connection.networkId) ??
      unknownNetwork(connection.networkId);
    const moved = withNetwork(
      { ...chain, connection, account, preferredAccountType: account.allAccounts[0]?.type },
      network.caipNetworkId === chain.network.caipNetworkId ? chain.network : network,
    );
    return sameAccount ? moved : { ...moved, ...NO_PROFILE };
  }
  if (connection.status === 'disconnected' && chain.connection.status === 'connected') {
    const network = defaultNetworkOf(chain.networks, chain.defaultNetworkId);
    return { ...chain, connection, account, preferredAccountType: undefined, ...NO_PROFILE, network };
  }
  return { ...chain, connection, account };
}

/** What is known of an account on one network, before anything was read. */
const NOTHING_READ = {
  balance: undefined,
  balanceSymbol: undefined,
  tokenBalance: undefined,
  tokenStatus: 'idle',
} as const;

const NO_PROFILE = {
  ...NOTHING_READ,
  profileName: undefined,
  profileImage: undefined,
  socialProvider: undefined,
};
