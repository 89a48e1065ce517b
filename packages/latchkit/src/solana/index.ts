export type { StandardAccount, StandardWallet } from '../core/contracts/StandardWallet.js';
export { solana } from './solana.js';
