/**
 * The limits of the embedded wallet's messages, which the wallet page enforces and the host page keeps to. Sizes are bytes
 * of JSON in UTF-8, times are milliseconds.
 */
export const FRAME_LIMITS = {
  /** Of one message. */
  messageBytes: 262_144,
  /** Objects and lists within each other; the message itself is the first. */
  depth: 12,
  /** Of one text within a message: calldata in hex, typed data, a message to sign. */
  dataBytes: 131_072,
  /** Calls or transactions of one request. */
  calls: 20,
  /** Messages within `messageWindow`. */
  messages: 100,
  messageWindow: 10_000,
  /** Requests without approval that are answered at the same time. */
  parallel: 16,
  /** Requests that wait for the visitor, the shown one among them. */
  approvals: 5,
  /** How long one waits for the visitor. */
  approvalLife: 300_000,
  /** Requests for approval within `approvalWindow`. */
  approvalRate: 30,
  approvalWindow: 60_000,
  /** So many refusals by the visitor within `refusalWindow` lead to `refusalPause`. */
  refusals: 3,
  refusalWindow: 60_000,
  refusalPause: 30_000,
} as const;

/** Milliseconds of the way from an iframe to a wallet that answers. */
export const FRAME_TIMES = {
  /** From the start of loading until it counts as failed [TIME-01]. */
  load: 20_000,
  /** After the ready event, before initialisation ends [STATE-11]. */
  readyDelay: 500,
  /** Between two attempts to greet the wallet page. */
  greeting: 1_000,
  /** A page that loaded and stays silent so long is loaded once more. */
  silence: 8_000,
} as const;
