import {
  anySignal,
  frameError,
  type Locale,
  readFarcasterSignInCall,
  type readFarcasterSignInRequest,
  startFarcasterSignInCall,
  type startFarcasterSignInRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { sleep } from '../services/sleep.js';
import { pollEnding } from './pollEnding.js';
import { type LoginResult, type RedeemedLogin, redeemLogin } from './redeemLogin.js';

/** Milliseconds between two polls. Each goes on to the relay. */
const PAUSE = 2_000;

/** Sign-in with Farcaster, one at a time. */
export interface FarcasterSignIn {
  /**
   * Starts a sign-in, which replaces the one in progress. The URL opens the user's Farcaster app.
   *
   * @throws PROVIDER_UNAVAILABLE, RATE_LIMITED
   */
  start(locale: Locale | undefined): Promise<{ readonly url: string; readonly txn: string }>;
  /**
   * Waits until the user has signed, and redeems the result. Can be called again after it was aborted.
   *
   * @param txn - Continues a sign-in that was started before the page was loaded again. Default: the one in progress.
   * @throws LOGIN_EXPIRED, PROVIDER_…; ABORTED by the signal or by another sign-in.
   */
  redeem(signal: AbortSignal, txn?: string): Promise<RedeemedLogin>;
  /** Waits for the result like `redeem`, for a login that is added to the signed-in user: it is used elsewhere. */
  take(signal: AbortSignal): Promise<LoginResult>;
  /** Abandons the sign-in in progress. */
  leave(): void;
}

export function createFarcasterSignIn(walletService: ServiceClient): FarcasterSignIn {
  let current: { readonly txn: string; readonly end: AbortController } | undefined;
  const leave = () => {
    current?.end.abort();
    current = undefined;
  };
  const awaitResult = async (signal: AbortSignal) => {
    if (current === undefined) throw frameError('LOGIN_EXPIRED');
    const { txn, end } = current;
    const until = anySignal(signal, end.signal);
    const look = () =>
      walletService.call<typeof readFarcasterSignInRequest>(readFarcasterSignInCall, {
        params: { txn },
        signal: until,
      });
    const ending = await pollEnding(look, () => sleep(PAUSE, until).then(() => true));
    if ('failure' in ending) {
      leave();
      throw frameError(ending.failure);
    }
    return { result: { txn, resultCode: ending.resultCode }, until };
  };
  return {
    leave,
    async start(locale) {
      leave();
      const { txn, url } = await walletService.call<typeof startFarcasterSignInRequest>(
        startFarcasterSignInCall,
        { body: { locale } },
      );
      current = { txn, end: new AbortController() };
      return { url, txn };
    },
    async redeem(signal, started) {
      if (started !== undefined) current ??= { txn: started, end: new AbortController() };
      const { result, until } = await awaitResult(signal);
      const redeemed = await redeemLogin(walletService, result, until);
      leave();
      return redeemed;
    },
    async take(signal) {
      const { result } = await awaitResult(signal);
      leave();
      return result;
    },
  };
}
