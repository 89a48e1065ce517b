export type { StandardAccount, StandardWallet } from '../core/adapter/StandardWallet.js';
export { solana } from './solana.js';
