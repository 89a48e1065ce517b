import { describe, expect, it } from 'vitest';
import type { ChainNamespace } from '../../../core/index.js';
import { connectorOf } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { chainChoice } from './useChooseWallet.js';

const evm = connectorOf('io.fox');
const svm = connectorOf('io.fox', { chain: 'solana' });
const both = { ...evm, type: 'MULTI_CHAIN' as const, connectors: [evm, svm] };

/** The state in which the wallet is connected on these namespaces. */
const held = (...namespaces: ChainNamespace[]) => ({
  connections: namespaces.map(namespace => ({
    namespace,
    connectorId: 'io.fox',
    accounts: [],
    caipNetwork: undefined,
  })),
});

describe('chainChoice', () => {
  it('returns one namespace when the wallet supports only one [ENT-06]', () => {
    expect(chainChoice(held(), evm)).toEqual(['eip155']);
    expect(chainChoice(held(), svm)).toEqual(['solana']);
    expect(chainChoice(held('eip155'), evm, 'solana')).toEqual(['eip155']);
  });

  it('returns the requested namespace, else the only one not connected yet [ENT-06]', () => {
    expect(chainChoice(held(), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held('solana'), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held('eip155'), both)).toEqual(['solana']);
    expect(chainChoice(held(), both, 'polkadot')).toEqual(['eip155', 'solana']);
  });

  it('returns several namespaces when several, or none, are left to connect [ENT-06]', () => {
    expect(chainChoice(held(), both)).toEqual(['eip155', 'solana']);
    expect(chainChoice(held('eip155', 'solana'), both)).toEqual(['eip155', 'solana']);
  });
});
