/** Storage key of approvals that swaps have not used, including the version. In a separate file, because Activity reads it without loading swaps. */
export const SWAP_APPROVALS_KEY = 'latchkit.v1.swap_approvals';
