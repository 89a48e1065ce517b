/** Milliseconds after which a socket that has not opened is dropped. */
export const CONNECT_TIMEOUT = 15_000;
/** Milliseconds after which an unacknowledged publish or subscription fails. */
export const CALL_TIMEOUT = 60_000;
/** Milliseconds after which an unacknowledged call is sent again: frames get lost even on live sockets. */
export const RESEND_AFTER = 10_000;
/** Milliseconds of silence after which a socket is dropped and reopened. */
export const HEARTBEAT_TIMEOUT = 35_000;
/** Milliseconds of silence after which the relay is pinged: a page cannot see WebSocket pings. */
export const PROBE_AFTER = 25_000;
/** Topics per subscription call. */
export const BATCH_LIMIT = 500;
/** Milliseconds before the first retry; doubles with each one up to the longest. Half of it is random. */
export const FIRST_RETRY = 500;
export const LONGEST_RETRY = 30_000;
/** Maximum characters in a frame; no wallet message is longer. */
export const FRAME_LIMIT = 4_000_000;
/** Number of message hashes stored to recognize duplicates. */
export const SEEN_LIMIT = 2_000;
