export type { StandardAccount, StandardWallet } from './StandardWallet.js';
export { solana } from './solana.js';
