/** Storage key of pending transactions, including the version. Separate file because every start reads it. */
export const PENDING_KEY = 'latchkit.v1.pending_transactions';
