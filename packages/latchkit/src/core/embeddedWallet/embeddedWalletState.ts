import type { BaseError } from '../../protocol/BaseError.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import type { SocialProvider } from '../LatchkitOptions.js';

/**
 * A step of an email login. `sending`: an email is being requested. `device`: waits until its link is followed, on any device. `code`:
 * waits for the six digits. `checking`: the code is being verified, and the wallet is opened or created.
 */
export type EmailLoginStep = 'sending' | 'device' | 'code' | 'checking';

/** An email login in progress. */
export interface EmailLoginState {
  readonly email: string;
  readonly step: EmailLoginStep;
  /** It takes two emails: one with a link, for this device, and one with a code. */
  readonly twoEmails?: true | undefined;
  /** Why the last step failed; `step` is the one to retry. */
  readonly error?: BaseError | undefined;
  /** When another email can be requested, in milliseconds since the epoch. */
  readonly resendAt: number;
  /**
   * With `device`, once the link was followed and the user's recovery delay applies or the wallet is frozen: when the delay or the freeze
   * ends, in milliseconds since the epoch. The error is then FROZEN while the wallet is frozen, and DEVICE_DENIED if the user cancelled the
   * login on another device.
   */
  readonly opensAt?: number | undefined;
}

/** The link that a social login waits for. */
export interface SocialLoginLink {
  /** The wallet's approval address, masked. */
  readonly email: string;
  /** When another link can be requested, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/**
 * A step of a social login. `opening`: the popup is open, and the login is being started. `provider`: waits for the visitor, who logs
 * in at the provider. `device`: waits until the link in an email is followed, on any device. `checking`: the result is being verified,
 * and the wallet is opened or created.
 */
export type SocialLoginStep = 'opening' | 'provider' | 'device' | 'checking';

/** A social login in progress. */
export interface SocialLoginState {
  readonly provider: SocialProvider;
  readonly step: SocialLoginStep;
  /** With `provider`, for Farcaster: what the QR code contains, or the link that opens the app. */
  readonly url?: string | undefined;
  /** With `device`: where the link was sent. */
  readonly link?: SocialLoginLink | undefined;
  /**
   * The popup looks closed. The visitor may have closed it, or a page on the way to the provider has cut the link to it, and the login goes
   * on there: it ends when the visitor says so; see `cancelSocialLogin`.
   */
  readonly isHidden?: boolean | undefined;
  /** The provider came back in another browser. The login can still end in this one; the visitor may start again. */
  readonly isElsewhere?: boolean | undefined;
  /** Why the login ended. */
  readonly error?: BaseError | undefined;
  /**
   * With the errors RECOVERY_DELAYED and FROZEN: when the visitor can log in again, in milliseconds since the epoch. The modal shows it
   * after a reload too.
   */
  readonly opensAt?: number | undefined;
}

/**
 * A step of a change of the email address. `sending`: the request is sent to the wallet page. `consent`: waits for the visitor's
 * approval in the wallet window. `currentCode` and `newCode`: waits for the code sent to the current and to the new address.
 * `checking`: a code is being verified.
 */
export type EmailUpdateStep = 'sending' | 'consent' | 'currentCode' | 'newCode' | 'checking';

/** An email change in progress. */
export interface EmailUpdateState {
  /** The new address. */
  readonly email: string;
  readonly step: EmailUpdateStep;
  readonly error?: BaseError | undefined;
}

/** The wallet takes no requests of this site: after the visitor declined several of them, or because the visitor blocked it. */
export interface SiteHold {
  readonly why: 'declined' | 'blocked';
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** State of the embedded wallet. `absent` and empty if it is not configured, or not needed yet. */
export interface EmbeddedWalletState {
  /** `failed`: see `error`; the next intent retries. */
  readonly frame: 'absent' | 'loading' | 'ready' | 'failed';
  readonly error?: BaseError | undefined;
  /** The user signed in at the wallet page. */
  readonly user?: FrameUser | undefined;
  /** EIP-155 ids of the networks that have smart accounts; undefined until the wallet page has reported them after a login. */
  readonly smartAccountNetworks?: readonly number[] | undefined;
  readonly login?: EmailLoginState | undefined;
  readonly social?: SocialLoginState | undefined;
  readonly update?: EmailUpdateState | undefined;
  /** Email address of the last login on this page, prefilled in the email field. */
  readonly lastEmail?: string | undefined;
  /** Number of requests that wait for the visitor's approval in the wallet page. */
  readonly waiting: number;
  /** Why the wallet takes no requests of this site now, at the visitor's will. Shown until the visitor leaves the view of the wallet page. */
  readonly held?: SiteHold | undefined;
  /** Whether a request that the visitor approved is being signed or sent. */
  readonly isSending?: true | undefined;
  /** Height that the wallet page requests, in CSS pixels; undefined while it requests none. */
  readonly height?: number | undefined;
}

export const NO_EMBEDDED_WALLET: EmbeddedWalletState = { frame: 'absent', waiting: 0 };
