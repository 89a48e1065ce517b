import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

/** A view of the modal and what it carries. The name is the modal's `data-view`. */
export type View =
  | { readonly name: 'Connect' }
  /** The searchable wallet directory [VIEW-08]. */
  | { readonly name: 'AllWallets' }
  /** `walletId`: the chosen {@link WalletItem}'s id. */
  | { readonly name: 'ConnectingExternal'; readonly walletId: string }
  | { readonly name: 'Account' }
  /** `networkId`: the network that the wallet is being asked to switch to [VIEW-20]. */
  | {
      readonly name: 'SwitchNetwork';
      readonly networkId?: CaipNetworkId;
      readonly namespace?: ChainNamespace;
    }
  | { readonly name: 'UnsupportedChain' }
  | { readonly name: 'Receive' }
  | { readonly name: 'WhatIsAWallet' }
  | { readonly name: 'WhatIsANetwork' };

export type ViewName = View['name'];
  /** What the visitor signs to sign in [VIEW-26]; shown by the flow itself. */
  | { readonly name: 'SIWXSignMessage' }
