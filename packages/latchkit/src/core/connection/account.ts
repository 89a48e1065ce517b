import type { CaipAddress, ChainNamespace } from '../../protocol/caip.js';
import type { EmbeddedAccountType, FrameUser } from '../../protocol/frame/frameUser.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { AddressOf } from '../adapter/ProviderOf.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { type ConnectionState, type ConnectionStatus, DISCONNECTED } from './connectionState.js';

/** One account of a connection. */
export interface Account<Namespace extends ChainNamespace = ChainNamespace> {
  readonly namespace: Namespace;
  readonly address: AddressOf<Namespace>;
  /** `eoa` unless the wallet reports another type. */
  readonly type: string;
  /** Set if the address is not the public key itself and the wallet reports the key. */
  readonly publicKey?: string;
  /** BIP-32 derivation path, if the wallet reports it. */
  readonly path?: string;
}

/** The visitor's account in one namespace. `isConnected` and `status` tell the compiler whether there is an address. */
export type AccountInfo<Namespace extends ChainNamespace = ChainNamespace> =
  | ConnectedAccount<Namespace>
  | AbsentAccount;

/** The account while a wallet is connected. */
export interface ConnectedAccount<Namespace extends ChainNamespace = ChainNamespace> {
  readonly allAccounts: readonly Account<Namespace>[];
  /** CAIP-10 id of the active account on the wallet's chain. */
  readonly caipAddress: CaipAddress;
  readonly address: AddressOf<Namespace>;
  readonly isConnected: true;
  readonly status: 'connected';
  /** Set while the embedded wallet is connected; undefined for every other wallet. */
  readonly embeddedWalletInfo: EmbeddedWalletInfo | undefined;
}

/** The account while no wallet is connected. */
export interface AbsentAccount {
  readonly allAccounts: readonly [];
  readonly caipAddress: undefined;
  readonly address: undefined;
  readonly isConnected: false;
  readonly status: Exclude<ConnectionStatus, 'connected'>;
  readonly embeddedWalletInfo: undefined;
}

/** The embedded wallet's details, while it is connected. */
export interface EmbeddedWalletInfo {
  /** The signed-in user. */
  readonly user: FrameUser;
  /** How the visitor signed in: `email`, or a social provider's name. */
  readonly authProvider: string;
  /** Kind of the active account. */
  readonly accountType: EmbeddedAccountType;
  readonly isSmartAccountDeployed: boolean;
}

/** A connection as hosts list it. */
export interface Connection {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly accounts: readonly { readonly address: string }[];
  readonly caipNetwork: CaipNetwork | undefined;
  /** The signed-in user's name, for email and social connections only. */
  readonly auth?: { readonly name?: string; readonly username?: string };
}

/** Derives the account of a namespace from its connection state; the embedded wallet's code adds its own details. */
export function toAccountInfo(namespace: ChainNamespace, connection: ConnectionState): AccountInfo {
  if (connection.status !== 'connected') {
    return {
      allAccounts: [],
      caipAddress: undefined,
      address: undefined,
      isConnected: false,
      status: connection.status,
      embeddedWalletInfo: undefined,
    };
  }
  const address = connection.accounts[0];
  return {
    allAccounts: connection.accounts.map(account => ({
      namespace,
      address: account,
      type: 'eoa',
      ...connection.details?.[account],
    })),
    caipAddress: `${connection.chainId}:${address}`,
    address,
    isConnected: true,
    status: 'connected',
    embeddedWalletInfo: undefined,
  };
}

const NO_ACCOUNT: AccountInfo = /* @__PURE__ */ toAccountInfo('eip155', DISCONNECTED);

/** What hosts read of a connected account that still has to sign in. */
const SIGNING_IN: AccountInfo = { ...(NO_ACCOUNT as AbsentAccount), status: 'connecting' };

/** Which namespace to read. */
export interface ReadOptions<Namespace extends ChainNamespace = ChainNamespace> {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined;
}

/**
 * The visitor's account in a namespace. The same object until something in it changes. Where sign-in is required, its status is
 * `connecting` until the account has a session.
 *
 * @example
 * const { address, isConnected } = getAccount(kit, { namespace: 'eip155' });
 */
export function getAccount<Namespace extends ChainNamespace = ChainNamespace>(
  kit: Latchkit,
  { namespace }: ReadOptions<Namespace> = {},
): AccountInfo<Namespace> {
  return selectSignedInAccount(kit.store.getState(), namespace);
}

/**
 * The active network of a namespace: the wallet's while connected, else the one to connect on. Undefined if the host lists no
 * networks of the namespace.
 *
 * @example
 * const network = getNetwork(kit);
 */
export function getNetwork(kit: Latchkit, { namespace }: ReadOptions = {}): CaipNetwork | undefined {
  return selectNetwork(kit.store.getState(), namespace);
}

/**
 * All connections, or those of a namespace; the active one of each namespace first, then by last use.
 *
 * @example
 * const [active, ...others] = getConnections(kit, { namespace: 'eip155' });
 */
export function getConnections(kit: Latchkit, { namespace }: ReadOptions = {}): readonly Connection[] {
  const all = selectConnections(kit.store.getState());
  return namespace ? all.filter(one => one.namespace === namespace) : all;
}

/** The account of a namespace in a state. The same object until something in it changes. */
export function selectAccount<Namespace extends ChainNamespace = ChainNamespace>(
  state: LatchkitState,
  namespace?: Namespace,
): AccountInfo<Namespace> {
  const account = state.namespaces[namespace ?? state.activeNamespace]?.account ?? NO_ACCOUNT;
  return account as AccountInfo<Namespace>;
}

/** The account of a namespace as hosts read it: where sign-in is required, it is connected only with a session. */
export function selectSignedInAccount<Namespace extends ChainNamespace = ChainNamespace>(
  state: LatchkitState,
  namespace?: Namespace,
): AccountInfo<Namespace> {
  const { required, sessions } = state.signIn;
  const at = namespace ?? state.activeNamespace;
  const account = selectAccount(state, at as Namespace);
  const needsSession = account.isConnected && required.includes(at) && !sessions[at];
  return needsSession ? (SIGNING_IN as AccountInfo<Namespace>) : account;
}

/** The active network of a namespace in a state. */
export function selectNetwork(state: LatchkitState, namespace?: ChainNamespace): CaipNetwork | undefined {
  return state.namespaces[namespace ?? state.activeNamespace]?.network;
}

/** All connections, the active one of each namespace first. The same list until something in it changes. */
export function selectConnections(state: LatchkitState): readonly Connection[] {
  return state.connections;
}

/**
 * A connector's status: `connected` if it is the active connection of the active namespace, `active` if it has another
 * connection, `disconnected` if it has none.
 *
 * @example
 * const isShown = getConnectorState(kit, 'io.metamask') === 'connected';
 */
export function getConnectorState(
  kit: Latchkit,
  connectorId: string,
): 'connected' | 'active' | 'disconnected' {
  const state = kit.store.getState();
  const leading = state.namespaces[state.activeNamespace]?.connection;
  if (leading?.status === 'connected' && leading.connectorId === connectorId) return 'connected';
  return state.connections.some(one => one.connectorId === connectorId) ? 'active' : 'disconnected';
}
