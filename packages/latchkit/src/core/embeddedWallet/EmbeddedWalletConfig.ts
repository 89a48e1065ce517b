import type { ChainNamespace } from '../../protocol/caip.js';
import type { InstanceWallet } from '../adapter/InstanceWallet.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The embedded wallet, made by `embeddedWallet()` of `latchkit/embedded` and given to `createLatchkit` as `embeddedWallet`. It
 * holds no code of the wallet: that loads on intent, or where a login is stored.
 */
export interface EmbeddedWalletConfig {
  /** Whether an earlier visit left a login to restore, for which the instance starts at once. */
  isAwaited(kit: Latchkit): boolean;
  /** Called with the instance's start: where a login is stored, the wallet page loads beside the adapters' code. Never throws. */
  resume(kit: Latchkit): void;
  /** What the adapter of a namespace lists and connects through; undefined where the wallet has no such accounts [PERM-02]. */
  access(namespace: ChainNamespace, kit: Latchkit): InstanceWallet | undefined;
  /**
   * Loads what runs the embedded wallet for an instance; repeated calls answer the same one.
   * Contacts nobody but, where a login is stored, the wallet page.
   */
  follow(kit: Latchkit): Promise<EmbeddedWalletFlow>;
}

/** What a step of the email login leads to. `CONNECT`: the visitor is connected. */
export type EmailLoginStep = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT';

/** What a change of the email address begins with: the code of the old address, or where there is none that of the new. */
export type EmailUpdateStep = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP';

/** The embedded wallet of an instance, made when something needs it. Its actions describe each method. */
export interface EmbeddedWalletFlow {
  /** What the connector of a namespace does, once its code is there. */
  wallet(namespace: ChainNamespace): Omit<InstanceWallet, 'connector'>;
  /** Loads the wallet page ahead of a login. Never rejects: a failure is in the state. */
  preload(): Promise<void>;
  startEmailLogin(email: string): Promise<EmailLoginStep>;
  awaitDevice(): Promise<Exclude<EmailLoginStep, 'VERIFY_DEVICE'>>;
  submitEmailCode(code: string): Promise<void>;
  resendEmailCode(): Promise<EmailLoginStep>;
  cancelEmailLogin(): void;
  startEmailUpdate(email: string): Promise<EmailUpdateStep>;
  submitPrimaryCode(code: string): Promise<void>;
  submitSecondaryCode(code: string): Promise<string>;
  cancelEmailUpdate(): void;
}
