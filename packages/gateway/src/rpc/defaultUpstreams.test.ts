import { supportedNetworkIds } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { DEFAULT_UPSTREAMS, DEVELOPMENT_UPSTREAMS } from './defaultUpstreams.js';

describe('DEFAULT_UPSTREAMS', () => {
  it('names a node of every network that clients may ask for, and of no other', () => {
    expect(Object.keys(DEFAULT_UPSTREAMS).sort()).toEqual([...supportedNetworkIds()].sort());
    for (const url of Object.values(DEFAULT_UPSTREAMS)) expect(new URL(url).protocol).toBe('https:');
  });

  it('shares none with the development chains', () => {
    expect(Object.keys(DEVELOPMENT_UPSTREAMS).filter(id => id in DEFAULT_UPSTREAMS)).toEqual([]);
  });
});
