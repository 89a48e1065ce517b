import type { FakeSolanaWalletOptions, SolanaChain } from './createFakeSolanaWallet.js';
import type { FakeSolanaSigner } from './fakeSolanaSigner.js';
import { createPermissionRecord } from './PermissionRecord.js';
import type { StandardAccount } from './StandardWallet.js';
import { solanaAccounts } from './solanaAccounts.js';
import { type FeatureContext, SOLANA_FEATURES, type SolanaFeature } from './solanaWalletFeatures.js';
import { WalletRpcError } from './WalletRpcError.js';

/** State of a fake Solana wallet: its keys, the accounts exposed to the page, and its features. */
export interface SolanaWalletState extends FeatureContext {
  isAuthorised(): boolean;
  withdraw(): void;
  /** The accounts exposed to the page that are known without loading keys. */
  shown(): readonly StandardAccount[];
  /** The accounts that an authorized page sees; loads the signer. */
  exposed(): Promise<readonly StandardAccount[]>;
  /** Exposes these accounts; an empty list withdraws the permission. */
  expose(addresses: readonly string[]): Promise<readonly StandardAccount[]>;
  chains(): readonly SolanaChain[];
  features(): readonly SolanaFeature[];
  change(change: {
    readonly features?: readonly SolanaFeature[];
    readonly chains?: readonly SolanaChain[];
  }): void;
}

export function createWalletState(options: FakeSolanaWalletOptions, name: string): SolanaWalletState {
  const key = options.persist === true ? `fake-solana-wallet.${name}` : options.persist || undefined;
  // Solana wallets have no current chain: only the record's `authorised` is used.
  const permissions = createPermissionRecord({ authorised: false, chainId: 0, added: {} }, key);
  let signer: Promise<FakeSolanaSigner> | undefined;
  let chosen: readonly string[] | undefined;
  let features: readonly SolanaFeature[] = options.features ?? SOLANA_FEATURES;
  let chains = Object.keys(options.chains) as readonly SolanaChain[];
  let keys: FakeSolanaSigner['keys'] = [];

  const loadSigner = () => {
    signer ??= import('./fakeSolanaSigner.js').then(module =>
      module.createFakeSolanaSigner(options.seeds ?? solanaAccounts),
    );
    return signer;
  };
  const accountsNow = (): readonly StandardAccount[] =>
    (chosen ? chosen.flatMap(address => keys.filter(one => one.address === address)) : keys.slice(0, 1)).map(
      one => ({
        ...one,
        chains,
        features,
      }),
    );
  const exposed = async () => {
    keys = (await loadSigner()).keys;
    return accountsNow();
  };

  return {
    signer: loadSigner,
    isAuthorised: () => permissions.state.authorised,
    withdraw: () => permissions.update({ authorised: false }),
    shown: () => (permissions.state.authorised ? accountsNow() : []),
    exposed,
    async expose(addresses) {
      chosen = addresses.length > 0 ? addresses : undefined;
      permissions.update({ authorised: addresses.length > 0 });
      const accounts = await exposed();
      return addresses.length > 0 ? accounts : [];
    },
    authorise() {
      permissions.update({ authorised: true });
      return exposed();
    },
    async authorised(address) {
      const accounts = permissions.state.authorised ? await exposed() : [];
      const match = accounts.find(one => address === undefined || one.address === address);
      if (!match) throw new WalletRpcError(4100, 'The page is not authorised to use this account.');
      return match;
    },
    urlOf(chain) {
      const url = options.chains[chain as SolanaChain];
      if (!url || !chains.includes(chain as SolanaChain)) {
        throw new WalletRpcError(4901, `The wallet has no connection to ${chain}.`);
      }
      return url;
    },
    chains: () => chains,
    features: () => features,
    change(change) {
      features = change.features ?? features;
      chains = change.chains ?? chains;
    },
  };
}
