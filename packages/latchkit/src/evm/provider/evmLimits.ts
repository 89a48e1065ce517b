/** Milliseconds after which a chain endpoint that does not respond counts as failed. */
export const RPC_TIMEOUT = 10_000;

/** Milliseconds between polls of a chain without subscriptions. */
export const RPC_POLLING = 4_000;

/** Maximum JSON-RPC requests in one batch. */
export const RPC_BATCH_SIZE = 1_000;

/** Milliseconds that disconnecting waits for the wallet to revoke the permission. */
export const REVOKE_TIMEOUT = 100;

/** Milliseconds that restoring a connection waits for the wallet's announcement, and for its response. */
export const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds that a wallet has in all to name its chain, also the new one after it agreed to switch. */
export const CHAIN_TIMEOUT = 2_000;

/** Milliseconds that a wallet has to answer a question, without asking the visitor. */
export const WALLET_READ_TIMEOUT = 2_000;

/** Milliseconds that a visitor has to answer a wallet that asks whether to switch or add a network. */
export const SWITCH_ANSWER_TIMEOUT = 120_000;

/** Milliseconds between requests for announcements while waiting for a wallet. */
export const REFRESH_INTERVAL = 250;

/** Milliseconds after which disconnecting counts as failed. */
export const DISCONNECT_TIMEOUT = 5_000;
