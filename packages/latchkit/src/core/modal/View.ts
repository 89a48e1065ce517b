import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { SocialProvider } from '../LatchkitOptions.js';

/** What the Swap view opens with. Absent: what was entered before. */
export interface SwapArguments {
  /** The token to pay with: its symbol, its contract's address, or its CAIP-10 id. */
  readonly fromToken?: string;
  /** The token to receive, likewise. */
  readonly toToken?: string;
  /** What is paid, in whole tokens, for example `0.5`. */
  readonly amount?: string;
}

/** A view of the modal and its parameters. The name is the modal's `data-view`. */
export type View =
  /** `namespace`: only wallets of this namespace. Default: all. */
  | { readonly name: 'Connect'; readonly namespace?: ChainNamespace }
  /** The searchable wallet directory. */
  | { readonly name: 'AllWallets' }
  /** `walletId`: the selected {@link WalletItem}'s id. `namespace`: which of the wallet's namespaces. */
  | {
      readonly name: 'ConnectingExternal';
      readonly walletId: string;
      readonly namespace?: ChainNamespace;
    }
  /**
   * WalletConnect pairing. `walletId`: a listed wallet without a connector, whose app is opened; absent: any wallet, by QR code.
   * `namespace`: which of the wallet's namespaces.
   */
  | {
      readonly name: 'ConnectingWalletConnect';
      readonly walletId?: string;
      readonly namespace?: ChainNamespace;
    }
  /** WalletConnect pairing for a host without adapters: QR code or link, and the entry to the wallet list. */
  | { readonly name: 'ConnectingWalletConnectBasic' }
  /** Lets the visitor choose one of the wallet's namespaces. */
  | { readonly name: 'ChooseChain'; readonly walletId: string }
  | { readonly name: 'Account' }
  /** `chainId`: the network that the wallet is being asked to switch to. */
  | {
      readonly name: 'SwitchNetwork';
      readonly chainId?: ChainId;
      readonly namespace?: ChainNamespace;
    }
  | { readonly name: 'UnsupportedChain' }
  /**
   * Asks the visitor to continue in another namespace: it becomes active, on `network`, and the modal continues to `navigateTo`
   * (default: Account or Connect). `navigateWithReplace`: replace this view.
   */
  | {
      readonly name: 'SwitchActiveChain';
      readonly switchToChain: ChainNamespace;
      readonly navigateTo?: View;
      readonly navigateWithReplace?: boolean;
      readonly network?: ChainId;
    }
  /** The visitor's wallets: active, connected and recent. */
  | { readonly name: 'ProfileWallets' }
  /** The sign-in message; opened by the sign-in flow. */
  | { readonly name: 'SIWXSignMessage' }
  /** A social login, started by `startSocialLogin` or `leaveForSocialLogin`. */
  | { readonly name: 'ConnectingSocial'; readonly provider: Exclude<SocialProvider, 'farcaster'> }
  /** A login with Farcaster, which the view starts. */
  | { readonly name: 'ConnectingFarcaster' }
  /** Email login: the address, the device link and the code. */
  | { readonly name: 'EmailLogin' }
  | { readonly name: 'EmailVerifyDevice' }
  | { readonly name: 'EmailVerifyOtp' }
  /** Changes the embedded wallet's email address, with codes sent to the old and the new one. */
  | { readonly name: 'UpdateEmailWallet' }
  | { readonly name: 'UpdateEmailPrimaryOtp' }
  | { readonly name: 'UpdateEmailSecondaryOtp' }
  /** The embedded wallet's page, which asks the visitor to approve a request; opened by the request flow. */
  | { readonly name: 'ApproveTransaction' }
  /** A request that is pending in a wallet connected by WalletConnect; opened by the request flow. */
  | { readonly name: 'WalletRequest' }
  /** Registers a name for the active account of the embedded wallet. */
  | { readonly name: 'RegisterAccountName' }
  /** The name that was just registered. */
  | { readonly name: 'RegisterAccountNameSuccess' }
  /** Buying a currency at a provider, and the purchase in progress. */
  | { readonly name: 'Onramp' }
  /** The payment that `pay` asks for. `part`: what it can be paid with, or the QR code for another wallet. */
  | { readonly name: 'Pay'; readonly part?: 'options' | 'scan' }
  | { readonly name: 'Receive' }
  | { readonly name: 'Send' }
  | { readonly name: 'SendSelectToken' }
  | { readonly name: 'SendReview' }
  /** `hash`: of a transaction that was sent from this page. */
  | { readonly name: 'TransactionStatus'; readonly hash: string }
  | ({ readonly name: 'Swap' } & SwapArguments)
  /** `side`: which token is chosen. */
  | { readonly name: 'SwapSelectToken'; readonly side: 'from' | 'to' }
  | { readonly name: 'SwapReview' }
  | { readonly name: 'Activity' }
  | { readonly name: 'WhatIsAWallet' }
  | { readonly name: 'WhatIsANetwork' };

/** The name of a view: the modal's `data-view`. */
export type ViewName = View['name'];
