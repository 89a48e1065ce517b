import type { SendState } from './sendState.js';

/** Nothing to send. It stands apart because a host's first chunk carries it. */
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
