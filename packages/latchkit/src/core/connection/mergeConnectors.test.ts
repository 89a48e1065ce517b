import { describe, expect, it } from 'vitest';
import { connectorOf } from '../testSupport/scriptedAdapter.test-support.js';
import { mergeConnectors } from './receiveAdapterEvent.js';

const evm = connectorOf('io.one');
const solana = connectorOf('One', { chain: 'solana', info: { rdns: 'io.one' } });

describe('mergeConnectors', () => {
  it('shows a wallet of two namespaces once, with two connectors inside [ENT-06]', () => {
    const merged = mergeConnectors(mergeConnectors([], 'eip155', [evm]), 'solana', [solana]);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ type: 'MULTI_CHAIN', name: 'io.one' });
    expect(merged[0]?.connectors).toEqual([evm, solana]);
  });

  it('knows a wallet by its name where it can give no rdns, as on Solana [ENT-06]', () => {
    const named = connectorOf('dev.latchkit.demo', { name: 'Demo Wallet' });
    const { info: _, ...standard } = connectorOf('Demo Wallet', { chain: 'solana' });
    const merged = mergeConnectors(mergeConnectors([], 'solana', [standard]), 'eip155', [named]);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ type: 'MULTI_CHAIN', name: 'Demo Wallet' });
    const other = connectorOf('io.other', { chain: 'solana', name: 'Demo Wallet' });
    expect(mergeConnectors([named], 'solana', [other])).toEqual([named, other]);
    const legacy = connectorOf('injected', { name: 'Demo Wallet', type: 'INJECTED' });
    expect(mergeConnectors([legacy], 'solana', [standard])).toEqual([legacy, standard]);
  });

  it('splits a wallet when one of its namespaces loses it', () => {
    const merged = mergeConnectors(mergeConnectors([], 'eip155', [evm]), 'solana', [solana]);
    expect(mergeConnectors(merged, 'solana', [])).toEqual([evm]);
  });

  it('never merges two wallets of one namespace, whatever they declare', () => {
    const impostor = connectorOf('io.one#2', { info: { rdns: 'io.one' } });
    expect(mergeConnectors([], 'eip155', [evm, impostor])).toEqual([evm, impostor]);
  });

  it.each(['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'AUTH', 'WALLET_CONNECT'] as const)(
    'keeps the type %s and every field of a connector',
    type => {
      const connector = connectorOf('a', {
        type,
        imageId: 'i',
        imageUrl: 'data:,',
        provider: {},
        chains: ['eip155:1'],
      });
      expect(mergeConnectors([], 'eip155', [connector])).toEqual([connector]);
    },
  );
});
