import { describe, expect, it } from 'vitest';
import { connectorOf } from '../../../core/scriptedAdapter.test-support.js';
import { chainChoice } from './chainChoice.js';

const evm = connectorOf('io.fox');
const svm = connectorOf('io.fox', { chain: 'solana' });
const both = { ...evm, type: 'MULTI_CHAIN' as const, connectors: [evm, svm] };
const held = (namespace: 'eip155' | 'solana') => ({
  namespace,
  connectorId: 'io.fox',
  accounts: [],
  caipNetwork: undefined,
});

describe('chainChoice', () => {
  it('is no choice for a wallet of one kind of chain [ENT-06]', () => {
    expect(chainChoice({ connections: [] }, evm)).toEqual(['eip155']);
    expect(chainChoice({ connections: [held('eip155')] }, evm, 'solana')).toEqual(['eip155']);
  });

  it('asks for a wallet of several only where more than one is left [ENT-06]', () => {
    expect(chainChoice({ connections: [] }, both)).toEqual(['eip155', 'solana']);
    expect(chainChoice({ connections: [] }, both, 'solana')).toEqual(['solana']);
    expect(chainChoice({ connections: [held('eip155')] }, both)).toEqual(['solana']);
    expect(chainChoice({ connections: [held('eip155'), held('solana')] }, both)).toEqual([
      'eip155',
      'solana',
    ]);
  });
});
