import { describe, expect, it } from 'vitest';
import type { ChainNamespace } from '../../../core/index.js';
import { connectorOf } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { chainChoice } from './chainChoice.js';

const evm = connectorOf('io.fox');
const svm = connectorOf('io.fox', { chain: 'solana' });
const both = { ...evm, type: 'MULTI_CHAIN' as const, connectors: [evm, svm] };

/** The state while the wallet is connected on these. */
const held = (...namespaces: ChainNamespace[]) => ({
  connections: namespaces.map(namespace => ({
    namespace,
    connectorId: 'io.fox',
    accounts: [],
    caipNetwork: undefined,
  })),
});

describe('chainChoice', () => {
  it('is no choice for a wallet of one kind of chain [ENT-06]', () => {
    expect(chainChoice(held(), evm)).toEqual(['eip155']);
    expect(chainChoice(held(), svm)).toEqual(['solana']);
    expect(chainChoice(held('eip155'), evm, 'solana')).toEqual(['eip155']);
  });

  it('takes the wanted kind, else the one that is left [ENT-06]', () => {
    expect(chainChoice(held(), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held('solana'), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held('eip155'), both)).toEqual(['solana']);
    expect(chainChoice(held(), both, 'polkadot')).toEqual(['eip155', 'solana']);
  });

  it('is a choice where several are left, or none [ENT-06]', () => {
    expect(chainChoice(held(), both)).toEqual(['eip155', 'solana']);
    expect(chainChoice(held('eip155', 'solana'), both)).toEqual(['eip155', 'solana']);
  });
});
