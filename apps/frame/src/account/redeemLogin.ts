import {
  type CallResponse,
  frameError,
  isError,
  redeemSocialSignInCall,
  type redeemSocialSignInRequest,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';

/** A redeemed login, and its id. */
export type RedeemedLogin = CallResponse<typeof redeemSocialSignInCall> & { readonly txn: string };

/** The result of a login. */
export interface LoginResult {
  readonly txn: string;
  readonly resultCode: string;
  /** The popup's secret. */
  readonly secret?: string | undefined;
}

/** Exchanges the result of a login for a session. @throws LOGIN_EXPIRED; ABORTED */
export async function redeemLogin(
  walletService: ServiceClient,
  result: LoginResult,
  signal: AbortSignal,
): Promise<RedeemedLogin> {
  const redeemed = await walletService
    .call<typeof redeemSocialSignInRequest>(redeemSocialSignInCall, { body: result, signal })
    .catch(error => {
      throw isExpired(error) ? frameError('LOGIN_EXPIRED', { cause: error }) : error;
    });
  return { ...redeemed, txn: result.txn };
}

/** The wallet service's code for a login that can't continue is shared with email. */
export function isExpired(error: unknown): boolean {
  return isError(error) && error.context.service === 'SIGN_IN_INVALID';
}
