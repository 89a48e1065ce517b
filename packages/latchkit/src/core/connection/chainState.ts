import { type ChainId, type ChainNamespace, namespaceOf } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { LatchkitState, NamespaceState } from '../LatchkitState.js';
import { type Connection, toAccountInfo } from './account.js';
import {
  type ConnectionEvent,
  type ConnectionState,
  type HeldConnections,
  standing,
  transition,
} from './connectionState.js';

/** The initial state of a namespace. */
export function createChainState(
  namespace: ChainNamespace,
  networks: readonly CaipNetwork[],
  network: CaipNetwork,
  connection: ConnectionState,
  defaultNetworkId?: ChainId,
): NamespaceState {
  return {
    connection,
    others: [],
    account: toAccountInfo(namespace, connection),
    networks,
    network,
    defaultNetworkId,
    preferredAccountType: undefined,
    ...NO_PROFILE,
  };
}

/** The change that a connection event makes to the instance's state; undefined if there is none. */
export function applyConnectionEvent(
  state: LatchkitState,
  namespace: ChainNamespace,
  event: ConnectionEvent,
): Partial<LatchkitState> | undefined {
  const chain = state.namespaces[namespace];
  if (!chain) return undefined;
  const held = transition(chain, event);
  if (held === chain) return undefined;
  const change = withChain(state, namespace, withHeld(namespace, chain, held));
  return { ...change, activeNamespace: leadingNamespace(state, namespace, event, held.connection) };
}

/**
 * The active namespace after a connection event: a new connection becomes active; a restored one only if no namespace is in use;
 * and when the active one ends, another connected one takes over.
 */
function leadingNamespace(
  { namespaces, activeNamespace }: LatchkitState,
  namespace: ChainNamespace,
  { type }: ConnectionEvent,
  { status }: ConnectionState,
): ChainNamespace {
  const before = namespaces[namespace]?.connection.status;
  if (status === 'connected') {
    if (type === 'appeared' || type === 'switched') return namespace;
    if (type === 'answered' && before === 'connecting') return namespace;
    const idle = namespaces[activeNamespace]?.connection.status === 'disconnected';
    return idle && (type === 'answered' || type === 'restored') ? namespace : activeNamespace;
  }
  const ended = status === 'disconnected' && (before === 'connected' || before === 'reconnecting');
  if (!ended || namespace !== activeNamespace) return activeNamespace;
  const others = Object.keys(namespaces) as ChainNamespace[];
  return (
    others.find(one => one !== namespace && namespaces[one]?.connection.status === 'connected') ??
    activeNamespace
  );
}

/** The change of the instance's state that replaces the namespace's state with `chain`. */
export function withChain(
  state: LatchkitState,
  namespace: ChainNamespace,
  chain: NamespaceState,
): Pick<LatchkitState, 'namespaces' | 'connections'> {
  const before = state.namespaces[namespace];
  const namespaces = { ...state.namespaces, [namespace]: chain };
  const same =
    before?.connection === chain.connection &&
    before.others === chain.others &&
    before.network === chain.network;
  return { namespaces, connections: same ? state.connections : listConnections(namespaces) };
}

/** The namespace's state with another active network; its balances are unknown until read. */
export function withNetwork(chain: NamespaceState, network: CaipNetwork): NamespaceState {
  return chain.network === network ? chain : { ...chain, network, ...NOTHING_READ };
}

function listConnections(chains: LatchkitState['namespaces']): readonly Connection[] {
  return (Object.entries(chains) as [ChainNamespace, NamespaceState][]).flatMap(([namespace, chain]) =>
    standing(chain).map(connection => ({
      namespace,
      connectorId: connection.connectorId,
      accounts: connection.accounts.map(address => ({ address })),
      caipNetwork: connection === chain.connection ? chain.network : networkOf(chain, connection.chainId),
    })),
  );
}

function networkOf({ networks }: NamespaceState, id: ChainId): CaipNetwork {
  return networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? unknownNetwork(id);
}

function withHeld(namespace: ChainNamespace, chain: NamespaceState, held: HeldConnections): NamespaceState {
  const { connection, others } = held;
  if (connection === chain.connection) return { ...chain, others };
  const account = toAccountInfo(namespace, connection);
  const next = { ...chain, connection, others, account };
  if (connection.status === 'connected') {
    const network = networkOf(chain, connection.chainId);
    const moved = withNetwork(
      { ...next, preferredAccountType: account.allAccounts[0]?.type },
      network.caipNetworkId === chain.network.caipNetworkId ? chain.network : network,
    );
    return chain.account.address === account.address ? moved : { ...moved, ...NO_PROFILE };
  }
  if (connection.status === 'disconnected' && chain.connection.status === 'connected') {
    const network = defaultNetworkOf(chain.networks, chain.defaultNetworkId);
    return { ...next, preferredAccountType: undefined, ...NO_PROFILE, network };
  }
  return next;
}

/** An account's data on one network before it is read. */
const NOTHING_READ = {
  balance: undefined,
  balanceSymbol: undefined,
  balanceError: undefined,
  tokenBalance: undefined,
  tokenStatus: 'idle',
} as const;

const NO_PROFILE = {
  ...NOTHING_READ,
  profileName: undefined,
  profileImage: undefined,
  socialProvider: undefined,
};

/** The network to start on if none was chosen or stored: Ethereum if it is listed, else the first. */
const DEFAULT_NETWORK_ID: ChainId = 'eip155:1';

export function defaultNetworkOf(
  networks: readonly CaipNetwork[],
  ...preferred: readonly (ChainId | undefined)[]
): CaipNetwork {
  for (const id of [...preferred, DEFAULT_NETWORK_ID]) {
    const found = networks.find(network => network.caipNetworkId === id);
    if (found) return found;
  }
  return networks[0] as CaipNetwork;
}

/** Placeholder for a wallet's chain that the host does not list. */
function unknownNetwork(caipNetworkId: ChainId): CaipNetwork {
  const namespace = namespaceOf(caipNetworkId);
  const reference = caipNetworkId.slice(namespace.length + 1);
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    caipNetworkId,
    chainNamespace: namespace,
    name: 'Unknown Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
    unsupported: true,
  };
}
