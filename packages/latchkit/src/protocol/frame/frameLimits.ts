/**
 * Limits of the embedded wallet's messages, enforced by the wallet page and respected by the host page. Sizes in bytes of UTF-8
 * JSON, times in milliseconds.
 */
export const FRAME_LIMITS = {
  /** Size of one message. */
  messageBytes: 262_144,
  /** Nesting depth of objects and arrays, including the message itself. */
  depth: 12,
  /** Size of one string within a message: calldata in hex, typed data, a message to sign. */
  dataBytes: 131_072,
  /** Calls or transactions per request. */
  calls: 20,
  /** Messages per `messageWindow`. */
  messages: 100,
  messageWindow: 10_000,
  /** Concurrent requests that need no approval. */
  parallel: 16,
  /** Pending approvals, including the one shown. */
  approvals: 5,
  /** Timeout of an approval. */
  approvalLife: 300_000,
  /** Requests for approval per `approvalWindow`. */
  approvalRate: 30,
  approvalWindow: 60_000,
  /** This many refusals by the visitor within `refusalWindow` start a `refusalPause`. */
  refusals: 3,
  refusalWindow: 60_000,
  refusalPause: 30_000,
} as const;

/** Times of loading and connecting to the wallet page, in milliseconds. */
export const FRAME_TIMES = {
  /** Load timeout. */
  load: 20_000,
  /** Delay between the ready event and the end of initialisation. */
  readyDelay: 500,
  /** Interval between two greetings. */
  greeting: 1_000,
  /** A loaded page that does not respond within this time is reloaded once. */
  silence: 8_000,
  /** A loaded page that does not respond within this time: look whether a wallet service answers at its address. */
  look: 1_000,
  /** The same for a page whose load the browser has not reported. */
  lookUnloaded: 5_000,
  /** Interval at which the wallet page says that a request still waits for the visitor. */
  waiting: 45_000,
  /** How long a visitor may take to follow a link or to approve in an app; links are valid for less. */
  visitor: 1_800_000,
} as const;
