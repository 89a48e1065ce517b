/** How long one wait for a transaction lasts, in ms [TIME-19]. It may settle later. */
export const RECEIPT_TIMEOUT_MS = 25_000;

/** How often a failing read is tried again, and how long after the first failure, in ms; each wait is twice the last [TIME-20]. */
export const READ_RETRIES = 6;
export const READ_RETRY_MS = 200;
