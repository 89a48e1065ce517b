export type { StandardAccount, StandardWallet } from '../core/adapter/ProviderOf.js';
export { solana } from './solana.js';
