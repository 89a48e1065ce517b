export { getPolkadotSigner } from './getPolkadotSigner.js';
export type { PolkadotActions, PolkadotAdapter } from './PolkadotActions.js';
export { polkadot } from './polkadot.js';
