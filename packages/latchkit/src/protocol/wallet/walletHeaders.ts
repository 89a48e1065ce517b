/**
 * Headers of every call of the wallet's services beside `DPoP` (RFC 9449) and `Authorization: DPoP TOKEN`.
 *
 * - `project`: id of the project that the host page uses.
 * - `origin`: origin of the host page as the browser told it to the frame, for example `https://shop.example`.
 * - `nonce`: of an answer; goes into the next proof. Good for five minutes.
 * - `time`: of an answer; the service's clock in milliseconds since 1970, for the frame's clock offset.
 */
export const WALLET_HEADERS = {
  project: 'Latchkit-Project',
  origin: 'Latchkit-Origin',
  nonce: 'DPoP-Nonce',
  time: 'Latchkit-Time',
} as const;
