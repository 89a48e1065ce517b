// Apart from latchkit/testing: it needs @solana/kit, which a host without Solana does not install.
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
