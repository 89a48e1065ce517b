/** The id of the entry for any wallet that can scan a code or open a link. */
export const ANY_WALLET = 'walletConnect';
