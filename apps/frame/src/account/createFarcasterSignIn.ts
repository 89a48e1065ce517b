import {
  frameError,
  readFarcasterSignInCall,
  type readFarcasterSignInRequest,
  startFarcasterSignInCall,
  type startFarcasterSignInRequest,
  type WalletLocale,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';
import { pollEnding } from './pollEnding.js';
import { type RedeemedLogin, redeemLogin } from './redeemLogin.js';

/** Milliseconds between two polls. Each goes on to the relay. */
const PAUSE = 2_000;

/** Sign-in with Farcaster, one at a time. */
export interface FarcasterSignIn {
  /**
   * Starts a sign-in, which replaces the one in progress. The URL opens the user's Farcaster app.
   *
   * @throws PROVIDER_UNAVAILABLE, RATE_LIMITED
   */
  start(locale: WalletLocale | undefined): Promise<{ readonly url: string }>;
  /**
   * Waits until the user has signed, and redeems the result. Can be called again after it was aborted.
   *
   * @throws LOGIN_EXPIRED, PROVIDER_…; ABORTED by the signal or by another sign-in.
   */
  redeem(signal: AbortSignal): Promise<RedeemedLogin>;
  /** Abandons the sign-in in progress. */
  leave(): void;
}

export function createFarcasterSignIn(walletService: ServiceClient): FarcasterSignIn {
  let current: { readonly txn: string; readonly end: AbortController } | undefined;
  const leave = () => {
    current?.end.abort();
    current = undefined;
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
      return { url };
    },
    async redeem(signal) {
      if (current === undefined) throw frameError('LOGIN_EXPIRED');
      const { txn, end } = current;
      const until = AbortSignal.any([signal, end.signal]);
      const look = () =>
        walletService.call<typeof readFarcasterSignInRequest>(readFarcasterSignInCall, {
          params: { txn },
          signal: until,
        });
      const ending = await pollEnding(look, PAUSE, until);
      if ('failure' in ending) {
        leave();
        throw frameError(ending.failure);
      }
      const { resultCode } = ending;
      const redeemed = await redeemLogin(walletService, { txn, resultCode }, until);
      leave();
      return redeemed;
    },
  };
}
