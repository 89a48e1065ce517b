import {
  type CallResponse,
  type FramePayload,
  frameError,
  isError,
  readSocialSignInCall,
  type readSocialSignInRequest,
  redeemSocialSignInCall,
  type redeemSocialSignInRequest,
  startSocialSignInCall,
  type startSocialSignInRequest,
  type WalletLocale,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { sleep } from '../services/sleep.js';
import type { SocialLoginStore } from '../storage/createSocialLoginStore.js';
import { parseSocialResult, readFailure, type SocialEnding } from './parseSocialResult.js';

/** Milliseconds between two polls of a login whose popup can't report its result. */
const PAUSE = 1_000;

export interface SocialStartOptions {
  /** The host's page to which the tab comes back. Default: the login is in a popup. */
  readonly returnTo?: string | undefined;
  /** Language of emails. Default: English. */
  readonly locale?: WalletLocale | undefined;
}

/** A redeemed login, and its id. */
export type RedeemedLogin = CallResponse<typeof redeemSocialSignInCall> & { readonly txn: string };

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
    provider: FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider'],
    options: SocialStartOptions,
  ): Promise<{ readonly uri: string; readonly cutsOpener: boolean }>;
  /** Stores the popup's secret, once. @returns whether it is of the sign-in in progress. */
  keepSecret(txn: string, secret: string): boolean;
  /**
   * Redeems the result of the sign-in in progress.
   *
   * @param uri - See the message `CONNECT_SOCIAL`.
   * @throws LOGIN_REFUSED, LOGIN_EXPIRED, POPUP_CLOSED, PROVIDER_…; ABORTED by the signal or by another sign-in.
   */
  redeem(uri: string, signal: AbortSignal): Promise<RedeemedLogin>;
  /** Waits for the result like `redeem`, for a login that is added to the signed-in user: it is used elsewhere. */
  take(uri: string, signal: AbortSignal): Promise<SocialResultProof>;
  /** The id of the sign-in that a URL of `redeem` names; undefined for other URLs. */
  txnOf(uri: string): string | undefined;
  /** Abandons the sign-in in progress. */
  leave(): void;
}

/** The sign-in in progress. */
interface Current {
  readonly txn: string;
  readonly isPopup: boolean;
  readonly end: AbortController;
  secret?: string;
}

/** @param origin - Origin of the wallet service. */
export function createSocialSignIn(
  walletService: ServiceClient,
  store: SocialLoginStore,
  origin: string,
): SocialSignIn {
  let current: Current | undefined;
  const leave = () => {
    current?.end.abort();
    current = undefined;
    store.write(undefined);
  };
  const begin = (txn: string, isPopup: boolean): Current => {
    current = { txn, isPopup, end: new AbortController() };
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
    const ending = told?.ending ?? (await awaitEnding(walletService, login, until));
    if ('failure' in ending) {
      leave();
      throw frameError(ending.failure);
    }
    const { txn, secret } = login;
    return { proof: { txn, resultCode: ending.resultCode, secret }, until };
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
      begin(started.txn, way === 'popup');
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
      const redeemed = await walletService
        .call<typeof redeemSocialSignInRequest>(redeemSocialSignInCall, { body: proof, signal: until })
        .catch(expired);
      leave();
      return { ...redeemed, txn: proof.txn };
    },
    async take(uri, signal) {
      const { proof } = await awaitResult(uri, signal);
      leave();
      return proof;
    },
  };
}

/** Polls a login until the provider's response has arrived. */
async function awaitEnding(
  walletService: ServiceClient,
  { txn, secret }: Current,
  signal: AbortSignal,
): Promise<SocialEnding> {
  // The popup never got as far as the provider.
  if (secret === undefined) throw frameError('POPUP_CLOSED');
  for (;;) {
    const seen = await walletService
      .call<typeof readSocialSignInRequest>(readSocialSignInCall, { params: { txn }, signal })
      .catch(error => {
        // The network may drop while the user is at the provider.
        if (isError(error, 'INTERNAL') || isError(error, 'TIMEOUT')) return undefined;
        return expired(error);
      });
    if (seen?.state === 'done' && seen.resultCode !== undefined) return { resultCode: seen.resultCode };
    if (seen?.state === 'failed' && seen.failure !== undefined) return readFailure(seen.failure);
    if (seen !== undefined && seen.state !== 'armed') return { failure: 'LOGIN_EXPIRED' };
    await sleep(PAUSE, signal).catch(cause => {
      throw frameError('ABORTED', { cause });
    });
  }
}

/** The wallet service's code for a login that can't continue is shared with email. */
function expired(error: unknown): never {
  if (isError(error) && error.context.service === 'SIGN_IN_INVALID') {
    throw frameError('LOGIN_EXPIRED', { cause: error });
  }
  throw error;
}
