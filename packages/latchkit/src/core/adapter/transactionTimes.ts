/** Timeout of one wait for a transaction, in ms. It may settle later. */
export const RECEIPT_TIMEOUT_MS = 25_000;

/** Number of retries of a failed read, and the first delay in ms; each delay doubles. */
export const READ_RETRIES = 6;
export const READ_RETRY_MS = 200;
