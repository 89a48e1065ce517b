import { PUBLIC_RPC_URLS, supportedNetworkIds } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { DEVELOPMENT_UPSTREAMS } from './defaultUpstreams.js';
import { upstreams } from './upstreams.js';

describe('upstreams', () => {
  it('has a node for every network that clients may request, and for no other', () => {
    expect(Object.keys(PUBLIC_RPC_URLS).sort()).toEqual([...supportedNetworkIds()].sort());
    for (const url of Object.values(PUBLIC_RPC_URLS)) expect(new URL(url).protocol).toBe('https:');
  });

  it('uses the node of each network that wallets are given', () => {
    const asked = [...upstreams({}, false, true)].map(([id, chain]) => [
      id,
      chain.upstreams.map(({ url }) => url),
    ]);
    const told = Object.entries(PUBLIC_RPC_URLS).map(([id, url]) => [id, [new URL(url).href]]);
    expect(asked).toEqual(told);
  });

  it('shares none with the development chains', () => {
    expect(Object.keys(DEVELOPMENT_UPSTREAMS).filter(id => id in PUBLIC_RPC_URLS)).toEqual([]);
  });
});
