import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { Connector, InstanceWallet } from '../../core/adapter/Connector.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';

/** Where a connector's provider comes from. */
export type WalletOrigin =
  /** A provider in the page, announced (EIP-6963) or found at `window.ethereum`. */
  | { readonly kind: 'page'; readonly provider: Eip1193Provider }
  /** An SDK that the host provides. */
  | {
      readonly kind: 'sdk';
      /** wagmi's type of the connector. */
      readonly type: 'safe' | 'sdk';
      /**
       * Loads the SDK and creates its provider.
       *
       * @throws FAILED_TO_CONNECT when the SDK does not load; PROVIDER_NOT_FOUND when it has no provider.
       */
      open(host: AdapterHost): Promise<Eip1193Provider>;
    }
  /** A wallet of the instance itself: it asks the visitor before accounts are requested. */
  | ({ readonly kind: 'instance' } & Omit<InstanceWallet, 'connector'>)
  /** A connector of the host's own wagmi configuration. */
  | { readonly kind: 'wagmi'; readonly connector: WagmiConnector };

/** A wallet that can be connected, and how. */
export interface WalletSource {
  readonly connector: Connector;
  readonly origin: WalletOrigin;
  /** Reverse domain names of the same wallet: it is hidden if one of them is announced. */
  readonly aliases?: readonly string[];
}
