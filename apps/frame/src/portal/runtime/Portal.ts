import type {
  CallResponse,
  HttpRequest,
  Locale,
  LoginProvider,
  SocialSignInProvider,
} from 'latchkit/protocol';
import type { Account } from '../../account/Account.js';
import type { ServiceCallInput, ServiceClient } from '../../services/createServiceClient.js';
import type { LeftFor } from './leftFor.js';

/** The password that a login in progress asks for. */
export interface AskedPassword {
  /** Of this question. */
  readonly id: number;
  /** Whether the last password was wrong. */
  readonly isWrong: boolean;
  readonly answer: (password: string) => void;
  /** Ends the login. */
  readonly refuse: () => void;
}

/** The result of a login at a provider's page. */
export interface ProviderResult {
  readonly uri: string;
  /** Undefined: of a login that this tab did not start. */
  readonly purpose: LeftFor | undefined;
}

/** The portal's account and its calls. */
export interface Portal {
  readonly account: Account;
  readonly walletService: ServiceClient;
  /**
   * Makes a call of the logged-in user to the wallet service.
   *
   * @typeParam Called - The record of the call: `call<typeof xRequest>(xCall, …)`.
   */
  call<Called extends HttpRequest = never>(
    call: Called['call'],
    input: Omit<ServiceCallInput<Called>, 'access'>,
  ): Promise<CallResponse<Called['call']>>;
  /** Whether this browser has had the wallet open: a share of its key is stored here. */
  hadWallet(): Promise<boolean>;
  /** Origin of this page. */
  readonly origin: string;
  /** Login providers of the deployment. */
  readonly providers: readonly LoginProvider[];
  /** The password that a login in progress asks for. Undefined: none. */
  askedPassword(): AskedPassword | undefined;
  /**
   * Goes to a provider's page, which sends the tab back here.
   *
   * @throws See `SocialSignIn.start`.
   */
  leaveFor(purpose: LeftFor, provider: SocialSignInProvider, locale: Locale): Promise<void>;
  /** Takes the result with which a provider's page sent the tab back here, once. */
  takeResult(): ProviderResult | undefined;
  /** Does the last work of this page, then loads the portal again. Meanwhile no login is shown: what the user types would be lost. */
  leave(work: () => Promise<void>): Promise<void>;
  /** Whether the page does its last work, or will be replaced in a moment. */
  isLeaving(): boolean;
  /** Calls the listener when a user logs in or out, here or in another tab, and when the page leaves. @returns a function that ends it. */
  listen(listener: () => void): () => void;
}
