import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { DappMetadata } from '../LatchkitOptions.js';
import type { BatchReference, CallsRequest, CallsStatus, SentCalls } from './Calls.js';
import type { Connector, InstanceWallet } from './Connector.js';
import type { CaipNetwork } from './Network.js';
import type { GrantRequest, PermissionGrant, RevokeRequest } from './Permissions.js';
import type {
  EvmTransaction,
  PreparedTransfer,
  SentTransaction,
  SerializedTransaction,
  Simulation,
  TransactionOutcome,
  TransactionReceipt,
  TransactionRequest,
  TransferRequest,
} from './Transaction.js';

/** A wallet's response to a connect request. */
export interface AdapterConnection {
  readonly connectorId: string;
  /** Addresses in the wallet's order, the active one first; never empty. */
  readonly accounts: readonly [string, ...string[]];
  /** CAIP-2 id of the wallet's chain, whether or not the host lists it. */
  readonly chainId: ChainId;
  /** Details of the accounts, by address. Default: none; each account is an `eoa`. */
  readonly details?: Readonly<Record<string, AccountDetails>>;
}

/** What a wallet may report about an account besides its address. */
export interface AccountDetails {
  /** Default `eoa`. */
  readonly type?: string;
  readonly publicKey?: string;
  /** BIP-32 derivation path. */
  readonly path?: string;
}

/** An event that an adapter reports to core at any time. */
export type AdapterEvent =
  /** The complete list of this namespace's connectors, in discovery order. */
  | { readonly type: 'connectors'; readonly connectors: readonly Connector[] }
  /**
   * A connection that core did not request, or that became active through the wallet or the host's own wagmi hooks. `further`: it
   * is not the active one.
   */
  | { readonly type: 'connected'; readonly connection: AdapterConnection; readonly further?: boolean }
  /** An earlier request of the page waits in the wallet that is being connected: the visitor must look for it there. */
  | { readonly type: 'waiting'; readonly connectorId: string }
  /** The wallet changed its accounts or its chain. */
  | { readonly type: 'changed'; readonly connection: AdapterConnection }
  /** The wallet or the host ended the connection. */
  | { readonly type: 'disconnected'; readonly connectorId: string };

/** Passed to an adapter when the instance starts in a browser. */
export interface AdapterHost {
  /** The networks of this namespace that the host lists, in order; always current. */
  networks(): readonly CaipNetwork[];
  /** The RPC URL for reads of a network: the host's own rpcUrls first, else the gateway; undefined if there is neither. */
  rpcUrl(network: CaipNetwork): string | undefined;
  readonly metadata: DappMetadata;
  /** Wallets that the instance provides in this namespace; the adapter lists their connectors first. Default none. */
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

/** What an adapter is asked to connect. */
export interface ConnectRequest {
  /** The chain to connect on, if the wallet lets the caller choose. */
  readonly chainId?: ChainId | undefined;
  /** Aborted when the visitor cancels the attempt; the promise must settle. */
  readonly signal: AbortSignal;
  /**
   * Role of the connection: the `only` one of its namespace (other connections are dropped locally; their wallets aren't
   * notified); the `active` one, with the others kept; or a `further` one. Default: `only` for `connect`, `active` for
   * `reconnect`.
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

/**
 * Support for one namespace. Implementations: `latchkit/evm`, `latchkit/solana`, `latchkit/bitcoin`. Several of an adapter's wallets can be connected
 * at once, so every method names its connector. An adapter omits methods its chains don't support. Every promise settles: with a
 * result, a wallet's refusal as `CONNECTION_REJECTED` / `REQUEST_REJECTED` / `SWITCH_REJECTED`, an abort as `MODAL_CLOSED`, or
 * another catalogue error with the wallet's error as `cause`.
 */
export interface ChainAdapter<Namespace extends ChainNamespace = ChainNamespace> {
  readonly namespace: Namespace;
  /**
   * Calls `wake` when something outside Latchkit connects, for example the host's own wagmi hooks. Called on creation, in a
   * browser only, before the instance's code is loaded; must be tiny. Ends with `signal`.
   */
  watch?(wake: () => void, signal: AbortSignal): void;
  /**
   * A stored connection of the namespace is being restored until `over` aborts; reflect that for code that reads the active
   * connection elsewhere, such as wagmi's hooks. Called on creation, in a browser only, before the instance's code is loaded;
   * must be tiny.
   */
  restoring?(over: AbortSignal): void;
  /** Loads the code for wallet discovery, so that `start` reports wallets at once. Called before `start`; may fail. */
  load?(): Promise<unknown>;
  /** Starts discovery. Called once, in a browser only; must be cheap and send no requests. */
  start(host: AdapterHost): void;
  /** Preloads the code for connecting; called on intent (hover, focus, modal open). `wallets`: only the discovery code. */
  preload?(what?: 'wallets'): Promise<void>;
  connect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection>;
  /**
   * Restores a connection without a prompt. Waits up to 3 s for a wallet that is announced late. Resolves to undefined if the
   * wallet is missing or no longer authorises the page.
   */
  reconnect(connectorId: string, request: ConnectRequest): Promise<AdapterConnection | undefined>;
  /**
   * Core made this account of an existing connection active. For adapters whose active connection is also read elsewhere, such as
   * by wagmi's hooks; sends no request to a wallet.
   */
  activate?(account: AccountReference): Promise<void>;
  /** Ends the connection, at the wallet too if possible; waits at most 100 ms for a permission revoke. */
  disconnect(connectorId: string): Promise<void>;
  /** Resolves when the wallet is on the network; adds the chain to a wallet that does not know it. */
  switchNetwork(connectorId: string, network: CaipNetwork): Promise<void>;
  /** Native balance. @throws if the chain cannot be reached. */
  getBalance?(request: { address: string; network: CaipNetwork; signal: AbortSignal }): Promise<Balance>;
  /** The EIP-1193 (or namespace's own) provider of a connection. @throws PROVIDER_NOT_FOUND */
  getProvider(connectorId: string): Promise<unknown>;
  /** Whether `text` is an address in this namespace. */
  isAddress(text: string): boolean;
  /**
   * Signs a text: EIP-191 personal_sign on EVM (hex), Ed25519 of its UTF-8 on Solana (base58),
   * BIP-322 on Bitcoin (base64). Returns the wallet's signature
   * unchanged.
   */
  signMessage(request: AccountReference & { message: string }): Promise<string>;
  /** Signs EIP-712 typed data. */
  signTypedData?(request: AccountReference & { typedData: TypedData }): Promise<string>;
  /**
   * Signs in with one prompt, if the wallet supports it. `text` is the signed text, which contains every field of the message.
   * Undefined if unsupported; then sign the message instead.
   */
  signIn?(
    request: AccountReference & { message: SiwxMessage },
  ): Promise<{ readonly text: string; readonly signature: string } | undefined>;
  /** Signs a transaction without sending it; returns the signed bytes as base64. */
  signTransaction?(
    request: AccountReference & { transaction: SerializedTransaction; network: CaipNetwork },
  ): Promise<string>;
  /** Sends a transaction through the wallet and returns its hash. @throws INVALID_TRANSACTION for another chain's format. */
  sendTransaction?(
    request: AccountReference & { transaction: TransactionRequest; network: CaipNetwork },
  ): Promise<string>;
  /** The cost of a payment and the maximum amount. @throws if the chain cannot be reached. */
  prepareTransfer?(request: Omit<TransferRequest, 'connectorId'>): Promise<PreparedTransfer>;
  /** Sends a payment through the wallet; returns how to find it. It is not mined yet. */
  transfer?(request: TransferRequest): Promise<SentTransaction>;
  /**
   * Sends a payment that the wallet builds, with the wallet's own fee (Bitcoin). Returns the transaction's hash.
   *
   * @param request.feeRate - Default: the wallet decides.
   */
  sendTransfer?(
    request: AccountReference &
      Pick<TransferRequest, 'to' | 'amount' | 'network'> & {
        memo: string | undefined;
        feeRate: number | undefined;
      },
  ): Promise<string>;
  /**
   * Waits until a sent transaction is settled. A failed read is retried up to 6 times, after 200 ms and doubling.
   *
   * @param request.finalized - Solana: waits until the chain cannot undo it. Default: until it is confirmed.
   * @throws TRANSACTION_TIMEOUT if not settled within 25 s; it may still settle later.
   */
  waitForTransaction?(
    request: SentTransaction & { network: CaipNetwork; signal: AbortSignal; finalized?: boolean },
  ): Promise<TransactionOutcome>;
  /** Gas units, as bigint. */
  estimateGas?(request: {
    address: string;
    transaction: EvmTransaction;
    network: CaipNetwork;
  }): Promise<bigint>;
  /**
   * Runs a transaction at the latest block without sending it (eth_call).
   *
   * @param request.address - The account that would send it.
   * @param request.after - Transactions of the account that run before it (eth_simulateV1). One of them that is refused refuses it.
   * @throws if the chain cannot be reached.
   */
  simulate?(request: {
    address: string;
    transaction: EvmTransaction;
    after?: readonly EvmTransaction[];
    network: CaipNetwork;
    signal: AbortSignal;
  }): Promise<Simulation>;
  /** The receipt of a transaction; undefined while it is not mined. @throws if the chain cannot be reached. */
  getReceipt?(request: {
    hash: string;
    network: CaipNetwork;
    signal: AbortSignal;
  }): Promise<TransactionReceipt | undefined>;
  /** The number of the latest block, or of the last final one. @throws if the chain cannot be reached. */
  getBlockNumber?(request: {
    network: CaipNetwork;
    signal: AbortSignal;
    /** Default: false. */
    finalized?: boolean;
  }): Promise<bigint>;
  /**
   * EIP-5792 wallet_sendCalls.
   *
   * @throws CALLS_NOT_SUPPORTED if the wallet has no batches and `sequential` is not set; CALLS_NOT_ATOMIC if it cannot run them as one.
   */
  sendCalls?(request: CallsRequest): Promise<SentCalls>;
  /** EIP-5792 wallet_getCallsStatus. @throws CALLS_NOT_FOUND if the wallet does not know the id. */
  getCallsStatus?(request: BatchReference): Promise<CallsStatus>;
  /** EIP-5792 wallet_showCallsStatus: the wallet shows a batch to the visitor. */
  showCallsStatus?(request: BatchReference): Promise<void>;
  /** ERC-7715: one grant for each permission. @throws PERMISSIONS_NOT_SUPPORTED if the wallet knows no version of it. */
  grantPermissions?(request: GrantRequest): Promise<readonly PermissionGrant[]>;
  /** Revokes a grant (ERC-7715). */
  revokePermissions?(request: RevokeRequest): Promise<void>;
  /** EIP-5792 wallet_getCapabilities, by hex chain id. */
  getCapabilities?(request: AccountReference): Promise<Readonly<Record<string, unknown>>>;
}
