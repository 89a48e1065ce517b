/** Storage key of approvals that swaps have not used, including the version. In a file of its own, because Activity looks at it. */
export const SWAP_APPROVALS_KEY = 'latchkit.v1.swap_approvals';
