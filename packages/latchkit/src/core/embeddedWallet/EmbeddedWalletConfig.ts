import type { ChainNamespace } from '../../protocol/caip.js';
import type { EvmAccountType } from '../../protocol/calls/wallet/sessions.js';
import type { InstanceWallet } from '../adapter/Connector.js';
import type { Latchkit } from '../Latchkit.js';
import type { PopupSocial, SocialProvider } from '../LatchkitOptions.js';
import type { ViewName } from '../modal/View.js';
import type { EmailLoginStep, EmailUpdateStep } from './embeddedWalletState.js';
import type { SetPreferredAccountReturnType } from './preferredAccount.js';

/**
 * Configuration of the embedded wallet, created by `embeddedWallet()` of `latchkit/embedded` and passed to `createLatchkit` as
 * `embeddedWallet`. It contains no wallet code: that loads on intent, or if a login is stored.
 */
export interface EmbeddedWalletConfig {
  /** Whether an earlier visit left a login to restore, in which case the instance starts at once. */
  isAwaited(kit: Latchkit): boolean;
  /**
   * Called when the instance starts: if a login is stored, the wallet page loads in parallel with the adapters' code. Never
   * throws.
   */
  resume(kit: Latchkit): void;
  /**
   * The wallet that the adapter of a namespace lists and connects through; undefined if the embedded wallet has no accounts
   * there.
   */
  access(namespace: ChainNamespace, kit: Latchkit): InstanceWallet | undefined;
  /**
   * Loads the code that runs the embedded wallet for an instance; repeated calls return the same one. Contacts only the wallet
   * page, and only if a login is stored.
   */
  follow(kit: Latchkit): Promise<EmbeddedWalletFlow>;
}

/** What an email login waits for next. `connected`: nothing, the visitor is connected. */
export type EmailLoginResult = Extract<EmailLoginStep, 'device' | 'code'> | 'connected';

/** What an email change waits for next: the code sent to the current address, or to the new one if there is no current address. */
export type EmailUpdateResult = Extract<EmailUpdateStep, 'currentCode' | 'newCode'>;

/** The embedded wallet of an instance, created on demand. Its actions document each method. */
export interface EmbeddedWalletFlow {
  /** Implements the connector of a namespace, once its code is loaded. */
  wallet(namespace: ChainNamespace): Omit<InstanceWallet, 'connector'>;
  /** Loads the wallet page ahead of a login. Never rejects: a failure is stored in the state. */
  preload(): Promise<void>;
  startEmailLogin(email: string): Promise<EmailLoginResult>;
  awaitDevice(): Promise<Exclude<EmailLoginResult, 'device'>>;
  submitEmailCode(code: string): Promise<void>;
  resendEmailCode(): Promise<EmailLoginResult>;
  cancelEmailLogin(): void;
  /** @param popup - An empty popup for the wallet window, opened in the visitor's press; null: it was blocked. */
  connectBrowserWallet(popup: Window | null): Promise<void>;
  /** @param tab - The same. */
  manageWallet(tab: Window | null): Promise<void>;
  /**
   * @param popup - An empty popup, opened in the visitor's press; null: it was blocked.
   * @param view - The modal's view at the press. Leaving `ConnectingSocial` cancels the login.
   */
  startSocialLogin(provider: PopupSocial, popup: Window | null, view: ViewName): Promise<void>;
  leaveForSocialLogin(provider: Exclude<SocialProvider, 'farcaster'>): Promise<void>;
  /** @param view - The modal's view at the press. Leaving `ConnectingFarcaster` cancels the login. */
  startFarcasterLogin(view: ViewName): Promise<void>;
  resendSocialLink(): Promise<void>;
  cancelSocialLogin(reason?: 'POPUP_CLOSED'): void;
  startEmailUpdate(email: string): Promise<EmailUpdateResult>;
  confirmCurrentEmail(code: string): Promise<void>;
  confirmNewEmail(code: string): Promise<string>;
  cancelEmailUpdate(): void;
  setPreferredAccount(type: EvmAccountType): Promise<SetPreferredAccountReturnType>;
}
