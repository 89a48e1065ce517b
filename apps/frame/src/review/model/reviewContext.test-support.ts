import { BaseError, frameError } from 'latchkit/protocol';
import { chainTokens } from '../../chains/createTokenList.js';
import { networkOf } from './networkOf.js';
import type { ReviewContext } from './Review.js';

/** The user's account and another one. */
export const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** What the wallet's reader throws if a call reverts. */
export const reverted = () =>
  frameError('INTERNAL', {
    cause: new BaseError('CALL_FAILED', 'execution reverted', { context: { rpcCode: 3 } }),
  });

/** A context for reviews; no chain responds unless the test provides one. */
export function contextOf(given: Partial<ReviewContext> = {}): ReviewContext {
  return {
    hostOrigin: 'https://app.example',
    chainId: 'eip155:1',
    account: OWN,
    networkOf: networkOf({}),
    tokens: async () => chainTokens([]),
    read: async () => {
      throw new Error('No chain.');
    },
    ...given,
  };
}
