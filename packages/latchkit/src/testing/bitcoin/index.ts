// Separate from latchkit/testing because it needs @scure/btc-signer, which hosts without Bitcoin don't install.
export { type BitcoinKey, bitcoinAccounts } from '../bitcoinAccounts.js';
export type { BitcoinShape } from '../bitcoinShapes.js';
export {
  type BitcoinWalletFaults,
  createFakeBitcoinWallet,
  type FakeBitcoinWallet,
  type FakeBitcoinWalletOptions,
} from '../createFakeBitcoinWallet.js';
export type { BitcoinKeyAccount, FakeBitcoinNetwork } from '../fakeBitcoinSigner.js';
