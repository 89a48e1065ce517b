export type { EmbeddedWalletOptions } from './EmbeddedWalletOptions.js';
export { embeddedWallet } from './embeddedWallet.js';
