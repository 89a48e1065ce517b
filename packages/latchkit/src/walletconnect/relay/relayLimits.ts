/** Milliseconds until a socket that does not open is given up [TIME-23]. */
export const CONNECT_TIMEOUT = 15_000;
/** Milliseconds until a publish or a subscription that the relay does not acknowledge fails [TIME-24]. */
export const CALL_TIMEOUT = 60_000;
/** Milliseconds after which what the relay does not acknowledge is said again: frames get lost inside of sockets that live. */
export const RESEND_AFTER = 10_000;
/** Milliseconds of silence after which a socket is dropped and opened anew [TIME-25]. */
export const HEARTBEAT_TIMEOUT = 35_000;
/** Milliseconds of silence after which the relay is asked for a sign of life: a page cannot see a socket's pings. */
export const PROBE_AFTER = 25_000;
/** Topics in one subscription [LIM-26]. */
export const BATCH_LIMIT = 500;
/** Milliseconds before the second attempt; doubles with each further one, up to the longest. Half of it is chance. */
export const FIRST_RETRY = 500;
export const LONGEST_RETRY = 30_000;
/** Characters of one frame: what is longer is no message of a wallet. */
export const FRAME_LIMIT = 4_000_000;
/** Hashes of messages kept, to know those that come twice. */
export const SEEN_LIMIT = 2_000;
