import {
  frameError,
  isError,
  type Locale,
  readSocialSignInCall,
  type readSocialSignInRequest,
  type SocialSignInProvider,
  startSocialSignInCall,
  type startSocialSignInRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import type { SocialLoginStore } from '../storage/createSocialLoginStore.js';
import { parseSocialResult } from './parseSocialResult.js';
import { pollEnding } from './pollEnding.js';
import { type RedeemedLogin, redeemLogin } from './redeemLogin.js';

/** Milliseconds between two polls of a login whose popup can't report its result. */
const PAUSE = 1_000;

export interface SocialStartOptions {
  /** The host's page to which the tab comes back. Default: the login is in a popup. */
  readonly returnTo?: string | undefined;
  /** Language of emails. Default: English. */
  readonly locale?: Locale | undefined;
}

/**
 * Lets the user finish a login by full page where the browser sends no cookie from this page.
 *
 * @param redeem - Redeems the login, once the browser sends the cookie or the wallet window has passed the login on.
 * @throws PASSED_ELSEWHERE the user did not; LOGIN_EXPIRED; ABORTED; what `redeem` throws.
 */
export type PassHere = <Result>(
  txn: string,
  redeem: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** Proves that this page has the result of a login. */
export interface SocialResultProof {
  readonly txn: string;
  readonly resultCode: string;
  readonly secret: string | undefined;
}

/** Sign-in with a social provider, one at a time. */
export interface SocialSignIn {
  /**
   * Starts a sign-in, which replaces the one in progress.
   *
   * @throws PROVIDER_UNAVAILABLE, RATE_LIMITED
   */
  start(
    provider: SocialSignInProvider,
    options: SocialStartOptions,
  ): Promise<{ readonly uri: string; readonly cutsOpener: boolean }>;
  /** Stores the popup's secret, once. @returns whether it is of the sign-in in progress. */
  keepSecret(txn: string, secret: string): boolean;
  /**
   * Redeems the result of the sign-in in progress.
   *
   * @param uri - See the message `CONNECT_SOCIAL`.
   * @throws LOGIN_REFUSED, LOGIN_EXPIRED, PASSED_ELSEWHERE, POPUP_CLOSED, PROVIDER_…; ABORTED by the signal or by another sign-in.
   */
  redeem(uri: string, signal: AbortSignal): Promise<RedeemedLogin>;
  /**
   * Waits for the result like `redeem`, for a login that is added to the signed-in user: it is used elsewhere.
   *
   * @returns also the provider, unless the page was reloaded since.
   */
  take(
    uri: string,
    signal: AbortSignal,
  ): Promise<{ readonly proof: SocialResultProof; readonly provider: SocialSignInProvider | undefined }>;
  /** The id of the sign-in that a URL of `redeem` names; undefined for other URLs. */
  txnOf(uri: string): string | undefined;
  /** Abandons the sign-in in progress. */
  leave(): void;
}

/** The sign-in in progress. */
interface Current {
  readonly txn: string;
  readonly isPopup: boolean;
  readonly provider: SocialSignInProvider | undefined;
  readonly end: AbortController;
  secret?: string;
}

/**
 * @param origin - Origin of the wallet service.
 * @param passHere - Undefined on the wallet service's own pages, from which browsers send the cookie.
 */
export function createSocialSignIn(
  walletService: ServiceClient,
  store: SocialLoginStore,
  origin: string,
  passHere: PassHere | undefined,
): SocialSignIn {
  let current: Current | undefined;
  const leave = () => {
    current?.end.abort();
    current = undefined;
    store.write(undefined);
  };
  const begin = (txn: string, isPopup: boolean, provider?: SocialSignInProvider): Current => {
    current = { txn, isPopup, provider, end: new AbortController() };
    return current;
  };
  /** The sign-in with this id: the current one, or the one that left the page before it was reloaded. */
  const find = (txn: string): Current => {
    if (current === undefined && store.read() === txn) begin(txn, false);
    if (current?.txn !== txn) throw frameError('LOGIN_EXPIRED');
    return current;
  };
  const awaitResult = async (uri: string, signal: AbortSignal) => {
    const told = parseSocialResult(uri, origin);
    const login = find(told?.txn ?? '');
    const until = AbortSignal.any([signal, login.end.signal]);
    const { txn, secret } = login;
    // Without a secret the popup never got as far as the provider.
    if (told?.ending === undefined && secret === undefined) throw frameError('POPUP_CLOSED');
    const options = { params: { txn }, signal: until };
    const look = () => walletService.call<typeof readSocialSignInRequest>(readSocialSignInCall, options);
    const ending = told?.ending ?? (await pollEnding(look, PAUSE, until));
    if ('failure' in ending) {
      leave();
      throw frameError(ending.failure);
    }
    return { proof: { txn, resultCode: ending.resultCode, secret }, provider: login.provider, until };
  };
  return {
    leave,
    txnOf: uri => parseSocialResult(uri, origin)?.txn,
    async start(provider, { returnTo, locale }) {
      leave();
      const way = returnTo === undefined ? 'popup' : 'page';
      const body = { provider, way, returnTo, locale } as const;
      const started = await walletService.call<typeof startSocialSignInRequest>(startSocialSignInCall, {
        body,
      });
      begin(started.txn, way === 'popup', provider);
      if (way === 'page') store.write(started.txn);
      return started;
    },
    keepSecret(txn, secret) {
      if (current?.txn !== txn || !current.isPopup) return false;
      current.secret ??= secret;
      return current.secret === secret;
    },
    async redeem(uri, signal) {
      const { proof, until } = await awaitResult(uri, signal);
      const again = () => redeemLogin(walletService, proof, until);
      const redeemed = await again().catch(error => {
        if (passHere === undefined || !isError(error, 'PASSED_ELSEWHERE')) throw error;
        return passHere(proof.txn, again, until);
      });
      leave();
      return redeemed;
    },
    async take(uri, signal) {
      const { proof, provider } = await awaitResult(uri, signal);
      leave();
      return { proof, provider };
    },
  };
}
