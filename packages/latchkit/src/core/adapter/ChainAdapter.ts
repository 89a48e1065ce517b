import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { DappMetadata } from '../LatchkitOptions.js';
import type { Connector } from './Connector.js';
import type { InstanceWallet } from './InstanceWallet.js';
import type { CaipNetwork } from './Network.js';
import type { EvmTransaction, SerializedTransaction, TransactionRequest } from './Transaction.js';
import type { PreparedTransfer, SentTransaction, TransactionOutcome, TransferRequest } from './Transfer.js';

/** What a wallet answered when it connected. */
export interface AdapterConnection {
  readonly connectorId: string;
  /** Addresses in the wallet's order, the active one first; never empty. */
  readonly accounts: readonly [string, ...string[]];
  /** CAIP-2 id of the chain the wallet is on, requested by the host or not. */
  readonly networkId: CaipNetworkId;
  /** What the wallet tells of its accounts, by address [ENT-10]. Default: nothing, each is an `eoa`. */
  readonly details?: Readonly<Record<string, AccountDetails>>;
}

/** What a wallet may tell of an account beyond its address. */
export interface AccountDetails {
  /** Default `eoa`. */
  readonly type?: string;
  readonly publicKey?: string;
  /** BIP-32 derivation path. */
  readonly path?: string;
}

/** What an adapter tells core, whenever it happens. */
export type AdapterEvent =
  /** The complete list of this namespace's connectors, in discovery order. */
  | { readonly type: 'connectors'; readonly connectors: readonly Connector[] }
  /**
   * A connection that core did not ask for, or one that was made the active one: by the wallet, or through the host's own
   * wagmi hooks. `further`: it stands beside the active one.
   */
  | { readonly type: 'connected'; readonly connection: AdapterConnection; readonly further?: boolean }
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
  /** Wallets that the instance itself brings to this namespace: the adapter lists their connectors first. Default none. */
  readonly wallets?: readonly InstanceWallet[] | undefined;
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
  /**
   * What the connection will be: the namespace's `only` one, whose others end without a word to their wallets; the
   * `active` one, beside which the others stay; or a `further` one beside the active. Default: `only` for `connect`,
   * `active` for `reconnect`.
   */
  readonly role?: 'only' | 'active' | 'further' | undefined;
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

/** One call of an EIP-5792 batch. Value in wei. */
export interface Call {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
}

/**
 * One kind of chain. Implementations: `latchkit/evm`, `latchkit/solana`. Several of an adapter's wallets can be connected
 * at once: every method names the connector that it is about. What a kind of chain cannot do, its adapter leaves out. Every method settles: an answer, a wallet's refusal as
 * `CONNECTION_REJECTED` / `REQUEST_REJECTED` / `SWITCH_REJECTED`, an abort as `MODAL_CLOSED`, or another catalogue error
 * with the wallet's error as `cause`.
 */
export interface ChainAdapter<Namespace extends ChainNamespace = ChainNamespace> {
  readonly namespace: Namespace;
  /**
   * Calls `wake` when something outside of Latchkit connects, for example the host's own wagmi hooks. Called at creation,
   * in a browser only, while nothing of the instance is loaded; must be tiny. Ends with `signal`.
   */
  watch?(wake: () => void, signal: AbortSignal): void;
  /**
   * A stored connection of the namespace is being restored until `over` aborts: those who read the active connection from
   * elsewhere, as from wagmi's hooks, are told so. Called at creation, in a browser only, while nothing of the instance is
   * loaded; must be tiny.
   */
  restoring?(over: AbortSignal): void;
  /** Loads the code that finds wallets, so that `start` reports them at once. Called before `start`; may fail. */
  load?(): Promise<unknown>;
  /** Starts discovery. Called once, in a browser only; must be cheap and contact no host. */
  start(host: AdapterHost): void;
  /** Loads what connecting needs; called on intent (hover, focus, modal open). `wallets`: only finds the wallets of this browser. */
  preload?(what?: 'wallets'): Promise<void>;
  connect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection>;
  /**
   * Restores a connection without a prompt. Waits up to 3 s for a wallet that is announced late.
   * Resolves to undefined when the wallet is not there or no longer authorises the page.
   */
  reconnect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection | undefined>;
  /**
   * Core made this account of a standing connection the active one. For adapters that others read the active connection
   * of, as wagmi's hooks do; asks no wallet.
   */
  activate?(account: AccountReference): Promise<void>;
  /** Ends the connection at the wallet too, where it can; waits at most 100 ms for a permission revoke [TIME-21]. */
  disconnect(connectorId: string): Promise<void>;
  /** Resolves when the wallet is on the network; adds the chain to the wallet when it does not know it [STATE-29]. */
  switchNetwork(connectorId: string, network: CaipNetwork): Promise<void>;
  /** Native balance. @throws when the chain cannot be asked. */
  getBalance(request: { address: string; network: CaipNetwork; signal: AbortSignal }): Promise<Balance>;
  /** The EIP-1193 (or namespace's own) provider of a connection. @throws PROVIDER_NOT_FOUND */
  getProvider(connectorId: string): Promise<unknown>;
  /** Whether `text` is an address of this kind of chain [VAL-07] [VAL-09]. */
  isAddress(text: string): boolean;
  /** Signs a text: EIP-191 personal_sign on EVM (hex), Ed25519 of its UTF-8 on Solana (base58). As the wallet gave it. */
  signMessage(request: AccountReference & { message: string }): Promise<string>;
  /** EIP-712. */
  signTypedData?(request: AccountReference & { typedData: TypedData }): Promise<string>;
  /**
   * Signs in with one prompt, where the wallet has a feature for it. `text` is what it signed, which carries every field of
   * the message. Undefined: the wallet cannot; sign the message instead.
   */
  signIn?(
    request: AccountReference & { message: SiwxMessage },
  ): Promise<{ readonly text: string; readonly signature: string } | undefined>;
  /** Signs a transaction without sending it; answers the signed bytes as base64. */
  signTransaction?(
    request: AccountReference & { transaction: SerializedTransaction; network: CaipNetwork },
  ): Promise<string>;
  /** Hands a transaction to the wallet and answers its hash. @throws INVALID_TRANSACTION in another chain's form. */
  sendTransaction(
    request: AccountReference & { transaction: TransactionRequest; network: CaipNetwork },
  ): Promise<string>;
  /** What a payment would cost and the most that can be paid. @throws when the chain cannot be asked. */
  prepareTransfer?(request: Omit<TransferRequest, 'connectorId'>): Promise<PreparedTransfer>;
  /** Hands a payment to the wallet; answers how to find it again. It is not mined by then. */
  transfer?(request: TransferRequest): Promise<SentTransaction>;
  /**
   * Waits until a sent transaction is settled. Failing reads are tried 6 times more, 200 ms and doubling apart [TIME-20].
   *
   * @throws TRANSACTION_TIMEOUT not settled within 25 s [TIME-19]; it may still settle later.
   */
  waitForTransaction?(
    request: SentTransaction & { network: CaipNetwork; signal: AbortSignal },
  ): Promise<TransactionOutcome>;
  /** Gas units, as bigint. */
  estimateGas?(request: {
    address: string;
    transaction: EvmTransaction;
    network: CaipNetwork;
  }): Promise<bigint>;
  /** EIP-5792 wallet_sendCalls; answers the batch id. */
  sendCalls?(request: AccountReference & { calls: readonly Call[]; network: CaipNetwork }): Promise<string>;
  /** EIP-5792 wallet_getCapabilities, by hex chain id. */
  getCapabilities?(request: AccountReference): Promise<Readonly<Record<string, unknown>>>;
}
