import type { BaseError } from '../../protocol/BaseError.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';

/** An email login under way. */
export interface EmailLoginState {
  readonly email: string;
  /**
   * `sending`: a mail is being asked for. `device`: its link has to be followed, on any device. `code`: six digits are
   * waited for. `checking`: they are being checked, and the wallet is opened or made.
   */
  readonly step: 'sending' | 'device' | 'code' | 'checking';
  /** Why the last step failed; the step is the one to try again. */
  readonly error?: BaseError | undefined;
  /** Milliseconds since 1970 from which on another mail can be asked for. */
  readonly resendAt: number;
}

/** A change of the email address under way. */
export interface EmailUpdateState {
  /** The new address. */
  readonly email: string;
  /**
   * `sending`: the wallet page is asked. `consent`: it waits for the visitor's approval in the wallet's window. `primary` and
   * `secondary`: the code of the old and of the new address is waited for. `checking`: a code is being checked.
   */
  readonly step: 'sending' | 'consent' | 'primary' | 'secondary' | 'checking';
  readonly error?: BaseError | undefined;
}

/** The embedded wallet as an instance shows it. `absent` and empty where it is not configured, or was not needed yet. */
export interface EmbeddedWalletState {
  /** `failed`: see `error`; the next intent tries again. */
  readonly frame: 'absent' | 'loading' | 'ready' | 'failed';
  readonly error?: BaseError | undefined;
  /** Whom the wallet page has signed in. */
  readonly user?: FrameUser | undefined;
  readonly login?: EmailLoginState | undefined;
  readonly update?: EmailUpdateState | undefined;
  /** Email address of the last login from this page, offered in the email field [ENT-25]. */
  readonly lastEmail?: string | undefined;
  /** Requests that wait for the visitor's approval in the wallet page. */
  readonly waiting: number;
  /** CSS pixels that the wallet page asks to be shown with; undefined while it asks for nothing. */
  readonly height?: number | undefined;
}

export const NO_EMBEDDED_WALLET: EmbeddedWalletState = { frame: 'absent', waiting: 0 };
