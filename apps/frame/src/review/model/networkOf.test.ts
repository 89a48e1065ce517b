import { supportedNetworkIds } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { networkOf } from './networkOf.js';

describe('networkOf', () => {
  it('knows the name and coin of every network that a gateway serves by name', () => {
    const of = networkOf({});
    for (const id of supportedNetworkIds()) {
      const { name, coin } = of(id);
      expect(name).not.toContain(':');
      expect(coin, id).toMatch(/^\w{2,5}$/);
    }
    expect(of('eip155:42161')).toEqual({ name: 'Arbitrum', coin: 'ETH' });
    const others = supportedNetworkIds().filter(id => !['ETH', 'SOL'].includes(of(id).coin ?? ''));
    expect(Object.fromEntries(others.map(id => [id, of(id).coin]))).toEqual({
      'eip155:56': 'BNB',
      'eip155:97': 'tBNB',
      'eip155:100': 'xDAI',
      'eip155:137': 'POL',
      'eip155:999': 'HYPE',
      'eip155:42220': 'CELO',
      'eip155:43113': 'AVAX',
      'eip155:43114': 'AVAX',
      'eip155:80002': 'POL',
    });
  });

  it('takes the name of another network from the gateway, which renames none', () => {
    const of = networkOf({
      'eip155:31337': { name: 'Local chain A', coin: 'ETH' },
      'eip155:1': { name: 'Play money', coin: 'FUN' },
    });
    expect(of('eip155:31337')).toEqual({ name: 'Local chain A', coin: 'ETH' });
    expect(of('eip155:1')).toEqual({ name: 'Ethereum', coin: 'ETH' });
  });

  it("shows the chain id of a network that has no name, and Solana's coin", () => {
    const of = networkOf({});
    expect(of('eip155:5555')).toEqual({ name: 'eip155:5555', coin: undefined });
    expect(of('solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4').coin).toBe('SOL');
  });
});
