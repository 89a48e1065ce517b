// Separate from latchkit/testing because it needs @scure/sr25519, which hosts without Polkadot don't install.
export {
  createFakePolkadotWallet,
  type FakePolkadotWallet,
  type FakePolkadotWalletOptions,
  type PolkadotWalletFaults,
} from '../createFakePolkadotWallet.js';
export type { PolkadotKeyKind } from '../fakePolkadotSigner.js';
