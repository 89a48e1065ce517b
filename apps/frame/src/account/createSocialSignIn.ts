import {
  anySignal,
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
import { sleep } from '../services/sleep.js';
import type { SocialLoginStore } from '../storage/createSocialLoginStore.js';
import { parseSocialResult } from './parseSocialResult.js';
import { pollEnding } from './pollEnding.js';
import { type RedeemedLogin, redeemLogin } from './redeemLogin.js';

/**
 * When to poll a login whose popup is at the provider, in milliseconds: often at first, and for as long as the popup's browser keeps the
 * cookie that the provider's response requires.
 */
const POLLS = { pause: 1_000, often: 60_000, longPause: 3_000, life: 10 * 60_000 } as const;

/** Where a login in a popup is; see the event `SOCIAL_STEP`. */
export type TellStep = (uri: string, step: 'provider' | 'elsewhere') => void;

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
  /** The popup has its result: the next poll is now. */
  hurry(txn: string): void;
  /** Abandons the sign-in that started with this URI, with the popup's secret. */
  drop(uri: string): void;
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
  /** Page of the wallet service that the popup opens. */
  readonly uri: string;
  secret?: string;
  /** When the secret came, as `performance.now()` tells it. */
  passedAt?: number;
  /** Ends the pause between two polls. */
  hurry?: (() => void) | undefined;
}

/**
 * @param origin - Origin of the wallet service.
 * @param passHere - Undefined on the wallet service's own pages, from which browsers send the cookie.
 * @param tell - Told the steps of a login in a popup.
 */
export function createSocialSignIn(
  walletService: ServiceClient,
  store: SocialLoginStore,
  origin: string,
  passHere: PassHere | undefined,
  tell: TellStep = () => {},
): SocialSignIn {
  let current: Current | undefined;
  const leave = () => {
    current?.end.abort();
    current = undefined;
    store.write(undefined);
  };
  const begin = (started: Pick<Current, 'txn' | 'isPopup' | 'provider' | 'uri'>): Current => {
    current = { ...started, end: new AbortController() };
    return current;
  };
  /** The sign-in with this id: the current one, or the one that left the page before it was reloaded. */
  const find = (txn: string): Current => {
    if (current === undefined && store.read() === txn) {
      begin({ txn, isPopup: false, provider: undefined, uri: '' });
    }
    if (current?.txn !== txn) throw frameError('LOGIN_EXPIRED');
    return current;
  };
  const awaitResult = async (uri: string, signal: AbortSignal) => {
    const told = parseSocialResult(uri, origin);
    const login = find(told?.txn ?? '');
    const until = anySignal(signal, login.end.signal);
    const { txn, secret } = login;
    // Without a secret the popup never got as far as the provider.
    if (told?.ending === undefined && secret === undefined) throw frameError('POPUP_CLOSED');
    const options = { params: { txn }, signal: until };
    const look = () => walletService.call<typeof readSocialSignInRequest>(readSocialSignInCall, options);
    const noteElsewhere = () => tell(login.uri, 'elsewhere');
    const ending = told?.ending ?? (await pollEnding(look, () => rest(login, until), noteElsewhere));
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
      begin({ txn: started.txn, isPopup: way === 'popup', provider, uri: started.uri });
      if (way === 'page') store.write(started.txn);
      return started;
    },
    keepSecret(txn, secret) {
      if (current?.txn !== txn || !current.isPopup) return false;
      if (current.secret === undefined) {
        Object.assign(current, { secret, passedAt: performance.now() });
        tell(current.uri, 'provider');
      }
      return current.secret === secret;
    },
    hurry(txn) {
      if (current?.txn === txn) current.hurry?.();
    },
    drop(uri) {
      if (current?.uri === uri) leave();
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

/** Waits until the next poll. @returns false if the popup's browser has no cookie for the provider's response any more. */
async function rest(login: Current, signal: AbortSignal): Promise<boolean> {
  const age = performance.now() - (login.passedAt ?? performance.now());
  const over = new AbortController();
  const hurried = new Promise<void>(resolve => {
    login.hurry = resolve;
  });
  const pause = age < POLLS.often ? POLLS.pause : POLLS.longPause;
  const slept = sleep(pause, anySignal(signal, over.signal));
  await Promise.race([slept, hurried]);
  over.abort();
  await slept.catch(() => {});
  return age < POLLS.life;
}
