/** The id of the entry that stands for every wallet that can scan a code or follow a link. */
export const ANY_WALLET = 'walletConnect';
