/** Close codes of the relay. Below 3000: RFC 6455; 3000 to 3008: registered with IANA; from 4000: our own. */
export const CLOSE = {
  /** The relay is stopping; the client may reconnect, to another replica or a moment later. */
  GOING_AWAY: 1001,
  /** A binary frame: the protocol is JSON text. */
  UNSUPPORTED_DATA: 1003,
  /** Too many invalid frames. */
  TOO_MANY_ERRORS: 1008,
  /** The limit of open sockets is reached. */
  OVERLOADED: 1013,
  /** The token is missing, invalid or expired; the page shows 'Session Expired'. */
  UNAUTHORIZED: 3000,
  /** The project is unknown, or doesn't allow the page's origin. */
  FORBIDDEN: 3003,
  /** The client didn't respond to a ping. */
  TIMEOUT: 3008,
  /** The client connected, and neither subscribes nor sends; only the stand-in of the network's relay closes it. */
  STALE: 4008,
  /** The client doesn't read or acknowledge messages. */
  SLOW_CONSUMER: 4013,
  /** The client has ignored its rate limit for long. */
  RATE_LIMITED: 4029,
} as const;

/** Maximum bytes of a close reason (RFC 6455). */
const MAX_REASON = 123;

/** `CODE: text`, truncated to the size of a close frame. The code is stable. */
export function closeReason(code: string, text: string): string {
  return Buffer.from(`${code}: ${text}`).subarray(0, MAX_REASON).toString().replace(/�+$/, '');
}
