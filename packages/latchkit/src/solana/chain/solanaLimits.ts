/** Milliseconds after which a chain endpoint that does not respond counts as failed. */
export const RPC_TIMEOUT = 10_000;

/** Milliseconds that disconnecting waits for the wallet. */
export const DISCONNECT_TIMEOUT = 100;

/** Milliseconds that restoring a connection waits for the wallet to register, and for its response. */
export const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds between requests to register while waiting for a wallet. */
export const REFRESH_INTERVAL = 250;

/** Milliseconds between checks of a transaction's status. A slot takes about 400. */
export const STATUS_INTERVAL = 1_000;

/** Maximum bytes of a transaction. */
export const TRANSACTION_SIZE = 1_232;
