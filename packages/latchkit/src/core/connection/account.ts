import type { CaipAddress, ChainNamespace } from '../../protocol/caip.js';
import type { EmbeddedAccountType, FrameUser } from '../../protocol/frame/frameUser.js';
import type { AddressOf } from '../adapter/AddressOf.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { ConnectionState, ConnectionStatus } from './connectionState.js';

/** One account of a connection [ENT-10]. */
export interface Account<Namespace extends ChainNamespace = ChainNamespace> {
  readonly namespace: Namespace;
  readonly address: AddressOf<Namespace>;
  /** `eoa` where the wallet says nothing else. */
  readonly type: string;
  /** Where the address is not the key itself and the wallet tells it. */
  readonly publicKey?: string;
  /** BIP-32 derivation path, where the wallet tells it. */
  readonly path?: string;
}

/**
 * What a host reads of the visitor's account in one namespace [ENT-08]. `isConnected` and `status` tell the compiler whether
 * there is an address.
 */
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

/** What a host reads of the embedded wallet, while it is connected [ENT-08]. */
export interface EmbeddedWalletInfo {
  /** Who is signed in [ENT-01]. */
  readonly user: FrameUser;
  /** How the visitor signed in: `email`, or a social provider's name. */
  readonly authProvider: string;
  /** Kind of the active account. */
  readonly accountType: EmbeddedAccountType;
  readonly isSmartAccountDeployed: boolean;
}

/** A connection as hosts list it [ENT-07]. */
export interface Connection {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly accounts: readonly { readonly address: string }[];
  readonly caipNetwork: CaipNetwork | undefined;
  /** Who signed in, for email and social connections only. */
  readonly auth?: { readonly name?: string; readonly username?: string };
}

/** The account read-out of a namespace in a connection state; what the embedded wallet tells of it is added by its own code. */
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
    caipAddress: `${connection.networkId}:${address}`,
    address,
    isConnected: true,
    status: 'connected',
    embeddedWalletInfo: undefined,
  };
}
