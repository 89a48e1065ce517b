/** Milliseconds after which a chain endpoint that does not respond counts as failed. */
export const RPC_TIMEOUT = 10_000;

/** Milliseconds between checks of a transaction's status. A slot takes about 400. */
export const STATUS_INTERVAL = 1_000;

/** Blocks within which a transaction with the newest blockhash can land. */
export const BLOCKHASH_LIFE = 150n;

/** Maximum bytes of a transaction. */
export const TRANSACTION_SIZE = 1_232;
