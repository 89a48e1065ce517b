/**
 * Headers of every call to the wallet service and the vault, besides `DPoP` (RFC 9449) and `Authorization: DPoP TOKEN`.
 *
 * - `project`: id of the project that the host page uses.
 * - `origin`: origin of the host page as the browser reported it to the frame, for example `https://shop.example`.
 * - `nonce`: response header; goes into the next proof. Valid for five minutes.
 * - `time`: response header; the service's clock in milliseconds since the epoch, for the frame's clock offset.
 */
export const WALLET_HEADERS = {
  project: 'Latchkit-Project',
  origin: 'Latchkit-Origin',
  nonce: 'DPoP-Nonce',
  time: 'Latchkit-Time',
} as const;
