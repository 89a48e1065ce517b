import type { Connector } from '../../core/adapter/Connector.js';
import type { Eip1193Provider } from '../../core/adapter/Eip1193Provider.js';
import type { InstanceWallet } from '../../core/adapter/InstanceWallet.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';

/** Where the provider of a connector comes from. */
export type WalletOrigin =
  /** In the page: announced (EIP-6963) or as `window.ethereum`. */
  | { readonly kind: 'page'; readonly provider: Eip1193Provider }
  /** An SDK that the host brings. */
  | { readonly kind: 'safe' | 'coinbase' | 'baseAccount' }
  /** Of the instance itself: it asks the visitor before it is asked for accounts. */
  | ({ readonly kind: 'instance' } & Omit<InstanceWallet, 'connector'>)
  /** A connector of the host's own wagmi configuration. */
  | { readonly kind: 'wagmi'; readonly connector: WagmiConnector };

/** A wallet that can be connected, and how. */
export interface WalletSource {
  readonly connector: Connector;
  readonly origin: WalletOrigin;
  /** The reverse domain names that stand for the same wallet: it hides where one of them is announced. */
  readonly aliases?: readonly string[];
}
