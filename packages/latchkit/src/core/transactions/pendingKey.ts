/** Where pending transactions are remembered; the key carries the version. It stands apart because every start looks there. */
export const PENDING_KEY = 'latchkit.v1.pending_transactions';
