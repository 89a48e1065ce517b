/**
 * Error responses of the wallet service and the vault: stable codes and constant texts that never echo input. The body is `{
 * error: { code, message, retryAfter? } }`, `retryAfter` in seconds.
 */
export const WALLET_ERRORS = {
  ACCOUNT_MISMATCH: 'The email address is of another account',
  APPROVAL_INVALID: 'The link is not valid any more',
  CONSENT_INVALID: 'The visitor did not agree to this change',
  COOLDOWN: 'Please try again later',
  DEVICE_DENIED: 'This device was not approved',
  EMAIL_TAKEN: 'The email address cannot be used',
  EPOCH_CONFLICT: 'The wallet was changed meanwhile',
  FROZEN: 'This account is frozen',
  GRANT_INVALID: 'The grant is not valid for this sign-in',
  HALF_INVALID: 'The sealed half cannot be opened',
  INVALID_DPOP_PROOF: 'The DPoP proof is not valid',
  INVALID_SESSION: 'The session is not valid',
  LETTER_EXISTS: 'The box was used before',
  LOCKED: 'Too many wrong codes',
  MAIL_UNAVAILABLE: 'The mail could not be sent',
  OTP_EXPIRED: 'The code has expired',
  OTP_INVALID: 'The code is wrong',
  PEER_UNAVAILABLE: 'The other service of the wallet does not answer',
  PROOF_OF_KEYS_INVALID: 'The wallet was not signed for with its keys',
  PROVIDER_UNAVAILABLE: 'This login provider is not available',
  REAUTH_REQUIRED: 'Sign in again first',
  RECOVERY_DELAYED: 'The email address was changed: new installations cannot open the wallet yet',
  REFRESH_REUSED: 'The refresh token was used before: the session has ended',
  SECOND_CONFIRMATION_REQUIRED: 'The networks differ: confirm once more',
  SHARE_NOT_FOUND: 'This installation holds no set of the wallet',
  SIGN_IN_INVALID: 'The sign-in is not valid any more',
  USE_DPOP_NONCE: 'The DPoP proof needs the nonce of this answer',
  WALLET_CREATION_CLOSED: 'Wallets cannot be made here yet',
  WALLET_EXISTS: 'The account has a wallet already',
  WALLET_NOT_FOUND: 'There is no such wallet',
} as const;

/** A code of {@link WALLET_ERRORS}. */
export type WalletErrorCode = keyof typeof WALLET_ERRORS;
