export type { NativeBalance } from '../core/balances/readGatewayBalance.js';
export { type GetBalanceOptions, getBalance } from './getBalance.js';
export { getPolkadotSigner } from './getPolkadotSigner.js';
export type { PolkadotActions, PolkadotAdapter } from './PolkadotActions.js';
export { polkadot } from './polkadot.js';
