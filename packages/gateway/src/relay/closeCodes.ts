/** Why the relay hangs up. Below 3000: RFC 6455; 3000 to 3008: registered with IANA; from 4000: our own. */
export const CLOSE = {
  /** The relay stops; another replica, or the same one in a moment, takes the client back. */
  GOING_AWAY: 1001,
  /** A binary frame: the protocol is JSON text. */
  UNSUPPORTED_DATA: 1003,
  /** Frame after frame that is no request. */
  TOO_MANY_ERRORS: 1008,
  /** As many sockets are open as may be. */
  OVERLOADED: 1013,
  /** The token is missing, refused or expired: the page shows 'Session Expired' [ERR-22]. */
  UNAUTHORIZED: 3000,
  /** The project is unknown, or its pages are others. */
  FORBIDDEN: 3003,
  /** No answer to a ping. */
  TIMEOUT: 3008,
  /** The client does not read, or does not acknowledge. */
  SLOW_CONSUMER: 4013,
  /** The client went on after its limit for long. */
  RATE_LIMITED: 4029,
} as const;

/** What RFC 6455 lets a close frame hold besides the code. */
const MAX_REASON = 123;

/** `CODE: text`, cut to what a close frame holds. The code is stable. */
export function closeReason(code: string, text: string): string {
  return Buffer.from(`${code}: ${text}`).subarray(0, MAX_REASON).toString().replace(/�+$/, '');
}
