import { type BitcoinKey, bitcoinAccounts } from './bitcoinAccounts.js';
import { type BitcoinShape, bitcoinShapes } from './bitcoinShapes.js';
import { BITCOIN_ICON, type BitcoinWalletState, createBitcoinState } from './createBitcoinState.js';
import type { WalletCall } from './createFakeWallet.js';
import { ProviderEvents } from './FakeProvider.js';
import type { FakeBitcoinNetwork } from './fakeBitcoinSigner.js';
import { covers, createFaultSwitch, type FaultSwitch, type WalletFaults } from './WalletFaults.js';
import type { WalletPrompt } from './WalletPrompt.js';
import { userRejected, WalletRpcError } from './WalletRpcError.js';

/** The faults of {@link WalletFaults} that a Bitcoin wallet can have; methods are those of its shape. */
export type BitcoinWalletFaults = Pick<
  WalletFaults,
  'reject' | 'hang' | 'plainError' | 'errors' | 'silentRevoke'
> & {
  /** Answers PSBTs with the inputs finalised, whatever the page asked. */
  readonly finalizes?: boolean | undefined;
  /** Answers signatures and PSBTs in the other of base64 and hex. */
  readonly otherEncoding?: boolean | undefined;
  /** Lists the account for ordinals before the payment account. */
  readonly ordinalFirst?: boolean | undefined;
  /** Answers with another transaction than the page's. */
  readonly otherTransaction?: boolean | undefined;
};

export interface FakeBitcoinWalletOptions {
  /** The wallet whose provider it imitates. Default `standard`: Wallet Standard's features. */
  readonly shape?: BitcoinShape;
  /** The networks that it has, the current one first. Default: regtest. */
  readonly networks?: readonly [FakeBitcoinNetwork, ...FakeBitcoinNetwork[]];
  /** Default 'Demo wallet'. Unisat and OKX have their own names. */
  readonly name?: string;
  /** Default: the development chain's accounts. The page sees those of the first key until `changeAccount`. */
  readonly keys?: readonly [BitcoinKey, ...BitcoinKey[]];
  /** URL of an Esplora API, through which the wallet sends payments, such as the chain of `npm start`. Default: it cannot send. */
  readonly esplora?: string;
  /** Builds, signs and sends a payment instead; returns the transaction's id. */
  readonly send?: BitcoinWalletState['send'];
  /** 'auto' approves everything immediately (default); `dialogPrompt()` asks the visitor; or a function of the test. */
  readonly prompt?: 'auto' | WalletPrompt;
  /** Stores the permission in localStorage across reloads. Default: false; a string is the storage key. */
  readonly persist?: boolean | string;
  readonly faults?: BitcoinWalletFaults;
}

/** A fake Bitcoin wallet with real keys and real signatures. */
export interface FakeBitcoinWallet {
  readonly name: string;
  /** The object that the page calls. */
  readonly provider: unknown;
  /** Requests that the wallet received, in order. */
  readonly calls: readonly WalletCall[];
  readonly faults: FaultSwitch<BitcoinWalletFaults>;
  /** Addresses of the exposed accounts on the current network, the payment account first; loads the signer. */
  addresses(): Promise<readonly string[]>;
  /** Injects itself into the page, until `stop`. */
  announce(): void;
  stop(): void;
  /** Disconnects the page, as the visitor would. */
  disconnect(): void;
  /** Selects the accounts of another key; returns their addresses. */
  changeAccount(index: number): Promise<readonly string[]>;
  /**
   * Uses another chain, as the visitor would: one of its networks, or a chain that is not Bitcoin's, by the wallet's own name for it,
   * such as `FRACTAL_BITCOIN_MAINNET` of Unisat. Only the shapes `unisat` and `xverse` have a current chain.
   */
  changeChain(chain: string): void;
  /** Number of the page's event listeners on the wallet. */
  listenerCount(): number;
}

/** Runs one request: records it, undergoes faults, and prompts the visitor. */
export type BitcoinAnswer = <T>(
  method: string,
  params: unknown,
  asks: boolean,
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Creates a fake Bitcoin wallet in the shape of a real one. It contacts no host; its signer (@scure/btc-signer) loads on first
 * use.
 */
export function createFakeBitcoinWallet(options: FakeBitcoinWalletOptions = {}): FakeBitcoinWallet {
  const { shape = 'standard', prompt = 'auto' } = options;
  const own = bitcoinShapes[shape];
  const name = own.name ?? options.name ?? 'Demo wallet';
  const stopped = new AbortController();
  const events = new ProviderEvents();
  const faults = createFaultSwitch<BitcoinWalletFaults>(options.faults);
  const calls: WalletCall[] = [];
  const key = options.persist === true ? `fake-bitcoin-wallet.${name}` : options.persist || undefined;
  const state = createBitcoinState({
    keys: options.keys ?? bitcoinAccounts,
    networks: options.networks ?? ['regtest'],
    permission: key,
    send: options.send ?? (options.esplora === undefined ? undefined : sendOver(options.esplora)),
    faults,
  });
  const approved = async (method: string, params: unknown): Promise<boolean> => {
    if (prompt === 'auto') return true;
    const [account] = await state.accounts();
    const request = { walletName: name, method, params, address: account.address, chainId: state.network() };
    return prompt({ ...request, signal: stopped.signal });
  };
  const answer: BitcoinAnswer = async (method, params, asks, run) => {
    calls.push({ method, params });
    await undergo(faults.current, method, asks);
    if (asks && !(await approved(method, params))) throw userRejected();
    return run();
  };
  const { provider, announce, changed, chainChanged } = own.create({
    name,
    icon: BITCOIN_ICON,
    state,
    events,
    answer,
    faults,
  });
  return {
    name,
    provider,
    calls,
    faults,
    addresses: async () => (await state.accounts()).map(({ address }) => address),
    announce: () => announce(stopped.signal),
    stop: () => stopped.abort(),
    disconnect() {
      state.withdraw();
      changed([]);
    },
    async changeAccount(index) {
      state.choose(index);
      const accounts = await state.accounts();
      changed(accounts);
      return accounts.map(({ address }) => address);
    },
    changeChain(chain) {
      const network = state.networks().find(one => one === chain);
      if (network) state.enterNetwork(network);
      else state.enterForeign(chain);
      chainChanged?.();
    },
    listenerCount: () => events.count,
  };
}

function sendOver(url: string): NonNullable<BitcoinWalletState['send']> {
  return async order => (await import('./sendOverEsplora.js')).sendOverEsplora(url, order);
}

async function undergo(
  { reject, hang, plainError, errors, silentRevoke }: BitcoinWalletFaults,
  method: string,
  asks: boolean,
): Promise<void> {
  const silent = silentRevoke && /disconnect/i.test(method);
  if (silent || covers(hang, method, asks)) await new Promise<never>(() => {});
  if (covers(plainError, method, asks)) throw new Error('Something broke inside the wallet.');
  if (covers(reject, method, asks)) throw userRejected();
  const error = errors?.[method];
  if (error) throw new WalletRpcError(error.code, error.message ?? 'The wallet failed.', error.data);
}
