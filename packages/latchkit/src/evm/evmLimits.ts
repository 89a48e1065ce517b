/** Milliseconds after which a silent chain endpoint counts as failed [TIME-16]. */
export const RPC_TIMEOUT = 10_000;

/** Milliseconds between two polls of a chain that pushes nothing [TIME-17]. */
export const RPC_POLLING = 4_000;

/** JSON-RPC requests in one body, when batching is on [LIM-24]. */
export const RPC_BATCH_SIZE = 1_000;

/** Milliseconds that disconnecting waits for the wallet to revoke the permission [TIME-21]. */
export const REVOKE_TIMEOUT = 100;

/** Milliseconds that restoring a connection waits for its wallet, to be announced and to answer. */
export const RECONNECT_TIMEOUT = 3_000;

/** Milliseconds within which a wallet that agreed to a switch must say that it is on the chain. */
export const SWITCH_TIMEOUT = 2_000;

/** Milliseconds after which wallets are asked again to announce themselves, while one is awaited. */
export const REFRESH_INTERVAL = 250;

/** Milliseconds after which a connector that does not finish disconnecting counts as failed. */
export const DISCONNECT_TIMEOUT = 5_000;
