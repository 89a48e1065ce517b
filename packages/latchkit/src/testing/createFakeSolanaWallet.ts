import type { WalletCall } from './createFakeWallet.js';
import { type Answer, createStandardWallet } from './createStandardWallet.js';
import { createWalletState, type SolanaWalletState } from './createWalletState.js';
import { ProviderEvents } from './FakeProvider.js';
import { registerWallet } from './registerWallet.js';
import type { StandardWallet } from './StandardWallet.js';
import type { Ed25519Seed } from './solanaAccounts.js';
import type { SolanaFeature } from './solanaWalletFeatures.js';
import { covers, createFaultSwitch, type FaultSwitch, type WalletFaults } from './WalletFaults.js';
import type { WalletPrompt } from './WalletPrompt.js';
import { userRejected, WalletRpcError } from './WalletRpcError.js';

/** A chain as Wallet Standard names it: `solana:mainnet`, `solana:localnet`, or any CAIP-2 id. */
export type SolanaChain = `solana:${string}`;

/**
 * The faults of {@link WalletFaults} that a Solana wallet can have; methods are features, such as `solana:signMessage`.
 */
export type SolanaWalletFaults = Pick<
  WalletFaults,
  'reject' | 'hang' | 'plainError' | 'errors' | 'silentRevoke'
> & {
  /** Milliseconds before every response. */
  readonly slow?: number | undefined;
};

export interface FakeSolanaWalletOptions {
  /** JSON-RPC URL by chain; the wallet sends to these real chains. At least one. */
  readonly chains: Readonly<Record<SolanaChain, string>>;
  /** Default 'Demo wallet'. */
  readonly name?: string;
  /** An image as a base64 data URL. Default: a plain one. */
  readonly icon?: StandardWallet['icon'];
  /** Default: the development runtime's accounts. The page sees the first one until `changeAccounts`. */
  readonly seeds?: readonly [Ed25519Seed, ...Ed25519Seed[]];
  /** Features in addition to connecting. Default: all. */
  readonly features?: readonly SolanaFeature[];
  /** 'auto' approves everything immediately (default); `dialogPrompt()` asks the visitor; or a function of the test. */
  readonly prompt?: 'auto' | WalletPrompt;
  /** Stores the permission in localStorage across reloads. Default: false; a string is the storage key. */
  readonly persist?: boolean | string;
  readonly faults?: SolanaWalletFaults;
}

/** A fake Solana wallet with a real Ed25519 key, real signatures and real chains. */
export interface FakeSolanaWallet {
  readonly wallet: StandardWallet;
  /** Requests that the wallet received, in order: the feature and its inputs. */
  readonly calls: readonly WalletCall[];
  readonly faults: FaultSwitch<SolanaWalletFaults>;
  /** Returns the addresses of all its keys; loads the signer. */
  addresses(): Promise<readonly string[]>;
  /** Registers now, and with every page script that becomes ready, until `stop`. */
  announce(): void;
  /** Removes itself from the page: unregisters, and cancels open prompts. */
  stop(): void;
  /** Disconnects the page, as the visitor would in the wallet: removes the permission and the accounts. */
  disconnect(): void;
  /** Selects other accounts, as the visitor would; an empty list withdraws the permission. */
  changeAccounts(addresses: readonly string[]): Promise<void>;
  /** Changes the wallet's features or chains. */
  change(change: {
    readonly features?: readonly SolanaFeature[];
    readonly chains?: readonly SolanaChain[];
  }): void;
  /** Number of the page's event listeners on the wallet. */
  listenerCount(): number;
}

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#3d2c5e'/>" +
  "<path d='M10 10h14l-3 3H7zM7 15h14l3 3H10zM10 20h14l-3 3H7z' fill='#7ee0c0'/></svg>";

/**
 * Creates a fake Solana wallet. It contacts no host until it receives a request; its signer (@solana/kit) loads on
 * first use.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function createFakeSolanaWallet(options: FakeSolanaWalletOptions): FakeSolanaWallet {
  const { name = 'Demo wallet' } = options;
  const stopped = new AbortController();
  const events = new ProviderEvents();
  const faults = createFaultSwitch<SolanaWalletFaults>(options.faults);
  const calls: WalletCall[] = [];
  const state = createWalletState(options, name);
  const approved = asking(options, name, state, stopped.signal);
  const answer: Answer = async (method, params, asks, run) => {
    calls.push({ method, params });
    await undergoFaults(faults.current, method, asks);
    if (asks && !(await approved(method, params))) throw userRejected();
    return run();
  };
  const icon = options.icon ?? (`data:image/svg+xml;base64,${btoa(ICON)}` as const);
  const wallet = createStandardWallet({ name, icon, state, events, faults, answer });

  return {
    wallet,
    calls,
    faults,
    addresses: async () => (await state.signer()).keys.map(({ address }) => address),
    announce: () => registerWallet(wallet, stopped.signal),
    stop: () => stopped.abort(),
    disconnect() {
      state.withdraw();
      events.emit('change', { accounts: [] });
    },
    async changeAccounts(addresses) {
      events.emit('change', { accounts: await state.expose(addresses) });
    },
    change(change) {
      state.change(change);
      const { accounts, chains, features } = wallet;
      events.emit('change', {
        accounts,
        ...(change.chains && { chains }),
        ...(change.features && { features }),
      });
    },
    listenerCount: () => events.count,
  };
}

/** Prompts the visitor through the wallet's `prompt`. */
function asking(
  { prompt = 'auto' }: FakeSolanaWalletOptions,
  walletName: string,
  state: SolanaWalletState,
  signal: AbortSignal,
): (method: string, params: unknown) => Promise<boolean> {
  if (prompt === 'auto') return async () => true;
  return async (method, params) => {
    const [account] = await state.exposed();
    const chainId = state.chains()[0] ?? 'solana';
    return prompt({ walletName, method, params, address: account?.address, chainId, signal });
  };
}

async function undergoFaults(
  { reject, hang, plainError, errors, slow }: SolanaWalletFaults,
  method: string,
  asks: boolean,
): Promise<void> {
  if (covers(hang, method, asks)) await new Promise<never>(() => {});
  if (slow) await new Promise(resolve => setTimeout(resolve, slow));
  if (covers(plainError, method, asks)) throw new Error('Something broke inside the wallet.');
  if (covers(reject, method, asks)) throw userRejected();
  const error = errors?.[method];
  if (error) throw new WalletRpcError(error.code, error.message ?? 'The wallet failed.', error.data);
}
