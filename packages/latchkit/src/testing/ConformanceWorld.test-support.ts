import type { ChainAdapter } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import type { TransactionRequest } from '../core/adapter/Transaction.js';
import type { RecordingHost } from './createAdapterHost.test-support.js';

/** One wallet of the namespace under test, as the visitor holds it. */
export interface ConformanceWallet {
  /** What the wallet does with the next questions; 'approve' at first. */
  answer(how: 'approve' | 'refuse' | 'ignore' | 'break'): void;
  /** Whether the page asked the wallet anything that the visitor would see. */
  prompts(): number;
  /** Puts the wallet into the page. */
  announce(): void;
  /** Puts wallets that mean harm into the page, of every kind that there is. */
  announceHostile(): void;
  /** The visitor picks another account; answers its address. */
  changeAccount(): Promise<string>;
  /** The visitor disconnects the page in the wallet. */
  end(): void;
  /** Listeners that the page has on the wallet. */
  listeners(): number;
}

/** The real chain that the wallet is on, past the adapter. */
export interface ConformanceChain {
  /** An address that nobody used yet. */
  stranger(): Promise<string>;
  /** Base units of the native currency that an address has, or of the token. */
  balanceOf(address: string, token?: string): Promise<bigint>;
  /** A token that the wallet's first account holds, and strangers have no account for. */
  readonly token: { readonly address: string; readonly decimals: number };
  /** A transaction of the account that pays one base unit to itself. */
  payment(from: string): Promise<TransactionRequest>;
  /** A transaction of the account that lands and fails, and what its reason contains. */
  failing(from: string): Promise<{ readonly transaction: TransactionRequest; readonly reason: RegExp }>;
  /** A hash in the chain's form that no transaction has. */
  readonly unknownHash: string;
  /** Whether the signature of a text is that of the account. */
  verify(message: string, signature: string, address: string): Promise<boolean>;
}

/** What a chain adapter is tested in. Made anew for each test. */
export interface ConformanceWorld {
  readonly adapter: ChainAdapter;
  readonly host: RecordingHost;
  readonly wallet: ConformanceWallet;
  readonly chain: ConformanceChain;
  readonly connectorId: string;
  /** The wallet is on the first; both are real chains. */
  readonly networks: readonly [CaipNetwork, CaipNetwork];
  /** A network of the namespace that the host did not request. */
  readonly unknownNetwork: CaipNetwork;
  /** Texts that are addresses of this kind of chain, and texts that are none. */
  readonly addresses: { readonly valid: readonly string[]; readonly invalid: readonly string[] };
  /** Listeners that are left on the page's window. */
  pageListeners(): number;
  /** An adapter and host as after a reload of the same page. */
  reload(): Pick<ConformanceWorld, 'adapter' | 'host'>;
}
