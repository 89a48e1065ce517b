import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { DappMetadata } from '../options/LatchkitOptions.js';
import type { Connector } from './Connector.js';
import type { CaipNetwork } from './Network.js';

/** What a wallet answered when it connected. */
export interface AdapterConnection {
  readonly connectorId: string;
  /** Addresses in the wallet's order, the active one first; never empty. */
  readonly accounts: readonly [string, ...string[]];
  /** CAIP-2 id of the chain the wallet is on, requested by the host or not. */
  readonly networkId: CaipNetworkId;
}

/** What an adapter tells core, whenever it happens. */
export type AdapterEvent =
  /** The complete list of this namespace's connectors, in discovery order. */
  | { readonly type: 'connectors'; readonly connectors: readonly Connector[] }
  /** A connection that core did not ask for: by the wallet, or through the host's own wagmi hooks. */
  | { readonly type: 'connected'; readonly connection: AdapterConnection }
  /** The wallet changed its accounts or its chain. */
  | { readonly type: 'changed'; readonly connection: AdapterConnection }
  /** The wallet or the host ended the connection. */
  | { readonly type: 'disconnected'; readonly connectorId: string };

/** What core gives an adapter when the instance starts in a browser. */
export interface AdapterHost {
  /** The networks of this namespace that the host requested, in order; live. */
  networks(): readonly CaipNetwork[];
  /** Where to send JSON-RPC reads of a network: the host's own rpcUrls first, else the gateway; undefined: nowhere. */
  rpcUrl(network: CaipNetwork): string | undefined;
  readonly metadata: DappMetadata;
  /** Aborted by destroy(): remove every listener, timer and socket. */
  readonly signal: AbortSignal;
  report(event: AdapterEvent): void;
}

/** The native balance of an account, as a decimal string of whole units, for example `1.2341`. */
export interface Balance {
  readonly balance: string;
  readonly symbol: string;
}

export interface ConnectRequest {
  /** The chain to connect on, when the wallet can choose. */
  readonly networkId?: CaipNetworkId | undefined;
  /** Aborted when the visitor leaves the attempt; the promise must settle. */
  readonly signal: AbortSignal;
}

/** An account of one connection. */
export interface AccountReference {
  readonly connectorId: string;
  readonly address: string;
}

/** EIP-712 typed data, as JSON. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** A transaction on EVM. Amounts in wei, as bigint. */
export interface TransactionRequest {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly gas?: bigint;
}

/** One call of an EIP-5792 batch. Value in wei. */
export interface Call {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
}

/**
 * One kind of chain. Implementations: `latchkit/evm`. Every method settles: an answer, a wallet's refusal as
 * `CONNECTION_REJECTED` / `REQUEST_REJECTED` / `SWITCH_REJECTED`, an abort as `MODAL_CLOSED`, or another catalogue error
 * with the wallet's error as `cause`.
 */
export interface ChainAdapter {
  readonly namespace: ChainNamespace;
  /**
   * Calls `wake` when something outside of Latchkit connects, for example the host's own wagmi hooks. Called at creation,
   * in a browser only, while nothing of the instance is loaded; must be tiny. Ends with `signal`.
   */
  watch?(wake: () => void, signal: AbortSignal): void;
  /** Starts discovery. Called once, in a browser only; must be cheap and contact no host. */
  start(host: AdapterHost): void;
  /** Loads what connecting needs; called on intent (hover, focus, modal open). */
  preload?(): Promise<void>;
  connect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection>;
  /**
   * Restores a connection without a prompt. Waits up to 3 s for a wallet that is announced late.
   * Resolves to undefined when the wallet is not there or no longer authorises the page.
   */
  reconnect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection | undefined>;
  /** Ends the connection at the wallet too, where it can; waits at most 100 ms for a permission revoke [TIME-21]. */
  disconnect(connectorId: string): Promise<void>;
  /** Resolves when the wallet is on the network; adds the chain to the wallet when it does not know it [STATE-29]. */
  switchNetwork(connectorId: string, network: CaipNetwork): Promise<void>;
  /** Native balance. @throws when the chain cannot be asked. */
  getBalance(request: { address: string; network: CaipNetwork; signal: AbortSignal }): Promise<Balance>;
  /** The EIP-1193 (or namespace's own) provider of a connection. @throws PROVIDER_NOT_FOUND */
  getProvider(connectorId: string): Promise<unknown>;
  /** EIP-191 personal_sign. Answers the signature as the wallet gave it. */
  signMessage(request: AccountReference & { message: string }): Promise<string>;
  /** EIP-712. */
  signTypedData?(request: AccountReference & { typedData: TypedData }): Promise<string>;
  /** Hands a transaction to the wallet and answers its hash. */
  sendTransaction(
    request: AccountReference & { transaction: TransactionRequest; network: CaipNetwork },
  ): Promise<string>;
  /** Gas units, as bigint. */
  estimateGas?(request: {
    address: string;
    transaction: TransactionRequest;
    network: CaipNetwork;
  }): Promise<bigint>;
  /** EIP-5792 wallet_sendCalls; answers the batch id. */
  sendCalls?(request: AccountReference & { calls: readonly Call[]; network: CaipNetwork }): Promise<string>;
  /** EIP-5792 wallet_getCapabilities, by hex chain id. */
  getCapabilities?(request: AccountReference): Promise<Readonly<Record<string, unknown>>>;
}
