import type { ChainAdapter } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import type { TransactionRequest } from '../core/adapter/Transaction.js';
import type { RecordingHost } from './createAdapterHost.test-support.js';

/** One wallet of the namespace under test, from the visitor's side. */
export interface ConformanceWallet {
  /** How the wallet responds to the next requests; initially 'approve'. */
  answer(how: 'approve' | 'refuse' | 'ignore' | 'break'): void;
  /** Number of requests that the visitor would see. */
  prompts(): number;
  /** Injects the wallet into the page. */
  announce(): void;
  /** Injects hostile wallets of every kind into the page. */
  announceHostile(): void;
  /** Switches to another account, as the visitor would; returns the addresses that the page sees, the active one first. */
  changeAccount(): Promise<readonly [string, ...string[]]>;
  /** The visitor disconnects the page in the wallet. */
  end(): void;
  /** Number of the page's listeners on the wallet. */
  listeners(): number;
}

/** The real chain of the wallet, accessed without the adapter. */
export interface ConformanceChain {
  /** Returns an unused address. */
  stranger(): Promise<string>;
  /** Returns an address's balance in base units, in the native currency or the token. */
  balanceOf(address: string, token?: string): Promise<bigint>;
  /** A token that the wallet's first account holds, and for which new addresses have no account. */
  readonly token: { readonly address: string; readonly decimals: number };
  /** Builds a transaction in which the account pays one base unit to itself. */
  payment(from: string): Promise<TransactionRequest>;
  /** Builds a transaction that is mined but fails, with a pattern of its failure reason. */
  failing(from: string): Promise<{ readonly transaction: TransactionRequest; readonly reason: RegExp }>;
  /** A valid hash that no transaction has. */
  readonly unknownHash: string;
  /** A transaction in another namespace's form. */
  foreign(from: string): TransactionRequest;
}

/** The environment of an adapter's tests. Created for each test. */
export interface ConformanceWorld {
  readonly adapter: ChainAdapter;
  readonly host: RecordingHost;
  readonly wallet: ConformanceWallet;
  /** Absent if the adapter neither reads balances nor sends: then it must have none of those methods. */
  readonly chain?: ConformanceChain;
  /** Whether the account signed the text. */
  verify(message: string, signature: string, address: string): Promise<boolean>;
  readonly connectorId: string;
  /** Whether the wallet has an icon. Default true. */
  readonly hasIcon?: boolean;
  /** The wallet starts on the first; both are real chains. */
  readonly networks: readonly [CaipNetwork, CaipNetwork];
  /** A network of the namespace that the host did not request. */
  readonly unknownNetwork: CaipNetwork;
  /** Valid and invalid addresses of this namespace. */
  readonly addresses: { readonly valid: readonly string[]; readonly invalid: readonly string[] };
  /** Number of listeners left on the page's window. */
  pageListeners(): number;
  /** Returns the adapter and host after a reload of the same page. */
  reload(): Pick<ConformanceWorld, 'adapter' | 'host'>;
}
