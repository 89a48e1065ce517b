import { describe, expect, it } from 'vitest';
import type { ChainNamespace } from '../../../core/index.js';
import { connectorOf } from '../../../core/scriptedAdapter.test-support.js';
import { chainChoice } from './chainChoice.js';

const evm = connectorOf('io.fox');
const svm = connectorOf('io.fox', { chain: 'solana' });
const dot = connectorOf('io.fox', { chain: 'polkadot' });
const both = { ...evm, type: 'MULTI_CHAIN' as const, connectors: [evm, svm] };
const three = { ...evm, type: 'MULTI_CHAIN' as const, connectors: [evm, svm, dot] };

/** The state while EVM is the active kind of chain and the wallet is connected on these. */
const held = (...namespaces: ChainNamespace[]) => ({
  activeNamespace: 'eip155' as const,
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

  it('takes the wanted kind, else the active one, else the one that is left [ENT-06]', () => {
    expect(chainChoice(held(), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held('solana'), both, 'solana')).toEqual(['solana']);
    expect(chainChoice(held(), both)).toEqual(['eip155']);
    expect(chainChoice(held('eip155'), both)).toEqual(['solana']);
    expect(chainChoice(held('eip155', 'solana'), both)).toEqual(['eip155']);
  });

  it('is a choice where several are left and none of them is active [ENT-06]', () => {
    expect(chainChoice(held('eip155'), three)).toEqual(['solana', 'polkadot']);
    expect(chainChoice({ ...held(), activeNamespace: 'bip122' }, both)).toEqual(['eip155', 'solana']);
  });
});
