/**
 * Error responses of the wallet service and the vault: stable codes and constant texts that never echo input. The body is `{
 * error: { code, message, retryAfter? } }`, `retryAfter` in seconds.
 */
export const WALLET_ERRORS = {
  ACCOUNT_MISMATCH: 'The email address belongs to another account',
  APPROVAL_INVALID: 'The link is no longer valid',
  CONSENT_INVALID: 'The user did not consent to this change',
  COOLDOWN: 'Please try again later',
  DEVICE_DENIED: 'This device was not approved',
  EMAIL_TAKEN: 'The email address cannot be used',
  EPOCH_CONFLICT: 'The wallet was changed in the meantime',
  EXPORT_DELAYED: 'The wallet cannot be exported yet: a new installation was added less than 24 hours ago',
  FROZEN: 'This account is frozen',
  GRANT_INVALID: 'The grant is not valid for this sign-in',
  HALF_INVALID: 'The sealed share cannot be opened',
  INVALID_DPOP_PROOF: 'The DPoP proof is not valid',
  INVALID_SESSION: 'The session is not valid',
  LAST_LOGIN: 'The wallet has to keep its email address and one login that was added more than 72 hours ago',
  LETTER_EXISTS: 'The box has already received a message',
  LINK_REQUIRED: 'This device has to be approved with a link in an email',
  LOCKED: 'Too many wrong codes',
  LOGIN_NOT_FOUND: 'The wallet has no such login',
  LOGIN_TAKEN: 'This login has a wallet of its own',
  MAIL_UNAVAILABLE: 'The email could not be sent',
  OTP_EXPIRED: 'The code has expired',
  OTP_INVALID: 'The code is wrong',
  PASSKEY_INVALID: 'The passkey cannot be used for this wallet',
  PASSKEY_REQUIRED: 'This needs a passkey of the wallet',
  PASSWORD_REQUIRED: 'This needs the password of the wallet',
  PEER_UNAVAILABLE: 'The other service of the wallet is unavailable',
  PORTAL_REQUIRED: 'Only the portal of the wallet service may do this',
  PROOF_OF_KEYS_INVALID: 'The proof of the wallet keys is not valid',
  PROVIDER_UNAVAILABLE: 'This login provider is not available',
  REAUTH_REQUIRED: 'Sign in again first',
  RECOVERY_DELAYED: 'New installations cannot open the wallet with this login yet',
  REFRESH_REUSED: 'The refresh token was used before: the session has ended',
  SECOND_CONFIRMATION_REQUIRED: 'The networks differ: confirm once more',
  SHARE_NOT_FOUND: 'This installation has no share of the wallet',
  SIGN_IN_INVALID: 'The sign-in is no longer valid',
  USE_DPOP_NONCE: 'The DPoP proof must use the nonce of this response',
  WALLET_CREATION_CLOSED: 'Wallet creation is not open here yet',
  WALLET_EXISTS: 'The account already has a wallet',
  WALLET_NOT_FOUND: 'Wallet not found',
} as const;

/** A code of {@link WALLET_ERRORS}. */
export type WalletErrorCode = keyof typeof WALLET_ERRORS;
