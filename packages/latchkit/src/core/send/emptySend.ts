import type { SendState } from './sendState.js';

/** Initial send state. Separate file to keep the entry chunk small. */
export const EMPTY_SEND: SendState = {
  token: undefined,
  sendTokenAmount: undefined,
  receiver: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverStatus: 'none',
  receiverError: undefined,
  networkBalanceInUSD: undefined,
  loading: false,
  tokenBalances: [],
};
