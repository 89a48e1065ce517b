/** Milliseconds after which a silent chain endpoint counts as failed [TIME-16]. */
export const RPC_TIMEOUT = 10_000;

/** Milliseconds that disconnecting waits for the wallet [TIME-21]. */
export const DISCONNECT_TIMEOUT = 100;

/** Milliseconds that restoring a connection waits for its wallet, to be registered and to answer. */
export const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds after which wallets are asked again to register themselves, while one is awaited. */
export const REFRESH_INTERVAL = 250;

/** Milliseconds between two looks at what became of a transaction. A slot takes about 400. */
export const STATUS_INTERVAL = 1_000;

/** Bytes that a transaction has at most. */
export const TRANSACTION_SIZE = 1_232;
