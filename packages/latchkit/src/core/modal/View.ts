import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

/** A view of the modal and what it carries. The name is the modal's `data-view`. */
export type View =
  /** `namespace`: only wallets of this kind of chain. Default: all. */
  | { readonly name: 'Connect'; readonly namespace?: ChainNamespace }
  /** The searchable wallet directory [VIEW-08]. */
  | { readonly name: 'AllWallets' }
  /** `walletId`: the chosen {@link WalletItem}'s id. `namespace`: on which kind of chain, for a wallet of several. */
  | {
      readonly name: 'ConnectingExternal';
      readonly walletId: string;
      readonly namespace?: ChainNamespace;
    }
  /**
   * Pairing by WalletConnect [VIEW-10]. `walletId`: a listed wallet without a connector, whose app is opened; absent: any
   * wallet, by QR code. `namespace`: on which kind of chain.
   */
  | {
      readonly name: 'ConnectingWalletConnect';
      readonly walletId?: string;
      readonly namespace?: ChainNamespace;
    }
  /** Pairing where the host has no adapters: QR code or link, and the entry to the wallet list [VIEW-11]. */
  | { readonly name: 'ConnectingWalletConnectBasic' }
  /** Asks on which kind of chain a wallet of several is meant. */
  | { readonly name: 'ChooseChain'; readonly walletId: string }
  | { readonly name: 'Account' }
  /** `networkId`: the network that the wallet is being asked to switch to [VIEW-20]. */
  | {
      readonly name: 'SwitchNetwork';
      readonly networkId?: CaipNetworkId;
      readonly namespace?: ChainNamespace;
    }
  | { readonly name: 'UnsupportedChain' }
  /**
   * Asks the visitor to go on with another kind of chain [VIEW-21]: it becomes the active one, on `network`, and the modal
   * goes on to `navigateTo`, or where that is not given to Account or Connect. `navigateWithReplace`: in this view's place.
   */
  | {
      readonly name: 'SwitchActiveChain';
      readonly switchToChain: ChainNamespace;
      readonly navigateTo?: View;
      readonly navigateWithReplace?: boolean;
      readonly network?: CaipNetworkId;
    }
  /** The visitor's wallets: active, connected and recent [VIEW-16]. */
  | { readonly name: 'ProfileWallets' }
  /** What the visitor signs to sign in [VIEW-26]; shown by the flow itself. */
  | { readonly name: 'SIWXSignMessage' }
  /** Log in by email: the address [VIEW-12], the link of the mail, and the code of the mail [VIEW-13]. */
  | { readonly name: 'EmailLogin' }
  | { readonly name: 'EmailVerifyDevice' }
  | { readonly name: 'EmailVerifyOtp' }
  /** Change the embedded wallet's email address [VIEW-15], with the codes of the old and the new one. */
  | { readonly name: 'UpdateEmailWallet' }
  | { readonly name: 'UpdateEmailPrimaryOtp' }
  | { readonly name: 'UpdateEmailSecondaryOtp' }
  /** The embedded wallet's own page, which asks the visitor about a request [VIEW-27]; shown by the flow itself. */
  | { readonly name: 'ApproveTransaction' }
  /** A request that waits in a wallet elsewhere, connected by WalletConnect; shown by the flow itself. */
  | { readonly name: 'WalletRequest' }
  | { readonly name: 'Receive' }
  | { readonly name: 'Send' }
  | { readonly name: 'SendSelectToken' }
  | { readonly name: 'SendReview' }
  /** `hash`: of a transaction that was sent from here. */
  | { readonly name: 'TransactionStatus'; readonly hash: string }
  | { readonly name: 'Activity' }
  | { readonly name: 'WhatIsAWallet' }
  | { readonly name: 'WhatIsANetwork' };

export type ViewName = View['name'];
