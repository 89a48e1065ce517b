// Separate from latchkit/testing because it needs @solana/kit, which hosts without Solana don't install.
export {
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  type FakeSolanaWalletOptions,
  type SolanaChain,
  type SolanaWalletFaults,
} from '../createFakeSolanaWallet.js';
export { HOSTILE_SOLANA_KINDS, type HostileSolanaKind, registerHostile } from '../registerHostile.js';
export type { StandardAccount, StandardWallet, WalletChange } from '../StandardWallet.js';
export { type Ed25519Seed, solanaAccounts } from '../solanaAccounts.js';
export type { SolanaFeature } from '../solanaWalletFeatures.js';
