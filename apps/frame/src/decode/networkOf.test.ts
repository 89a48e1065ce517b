import { supportedNetworkIds } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { networkOf } from './networkOf.js';

describe('networkOf', () => {
  it('knows every network that a gateway serves by name, and its coin', () => {
    const of = networkOf({});
    for (const id of supportedNetworkIds()) {
      const { name, coin } = of(id);
      expect(name).not.toContain(':');
      expect(coin, id).toMatch(/^\w{2,5}$/);
    }
  });

  it('takes the name of another network from the gateway, which renames none', () => {
    const of = networkOf({
      'eip155:31337': { name: 'Local chain A', coin: 'ETH' },
      'eip155:1': { name: 'Play money', coin: 'FUN' },
    });
    expect(of('eip155:31337')).toEqual({ name: 'Local chain A', coin: 'ETH' });
    expect(of('eip155:1')).toEqual({ name: 'Ethereum', coin: 'ETH' });
  });

  it('shows the id of a network that nobody names, and of Solana its coin', () => {
    const of = networkOf({});
    expect(of('eip155:5555')).toEqual({ name: 'eip155:5555', coin: undefined });
    expect(of('solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4').coin).toBe('SOL');
  });
});
