import { defineChain } from 'viem';
import { describe, expect, it } from 'vitest';
import { PUBLIC_RPC_URLS } from '../../protocol/publicRpcUrls.js';
import { chainToAdd } from './chainToAdd.js';

const chain = (id: number, http: readonly string[]) =>
  defineChain({
    id,
    name: 'Chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  });

describe('chainToAdd', () => {
  it("names the host's own nodes", () => {
    expect(chainToAdd(chain(137, ['https://node.example']))).toEqual({
      chainId: '0x89',
      chainName: 'Chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://node.example'],
    });
  });

  it('uses a public node of a built-in network if the host sets none', () => {
    expect(chainToAdd(chain(137, [])).rpcUrls).toEqual([PUBLIC_RPC_URLS['eip155:137']]);
  });

  it('uses the values of the host instead, except for the chain id and an empty list', () => {
    const given = { chainName: 'Mine', rpcUrls: ['https://mine.example'], chainId: '0x1' };
    const added = { chainId: '0x89', chainName: 'Mine', rpcUrls: ['https://mine.example'] };
    expect(chainToAdd(chain(137, []), given)).toMatchObject(added);
    expect(chainToAdd(chain(137, ['https://node.example']), { rpcUrls: [] })).toMatchObject({
      rpcUrls: ['https://node.example'],
    });
  });

  it('fails rather than naming no node at all', () => {
    expect(() => chainToAdd(chain(7, []))).toThrowError(expect.objectContaining({ code: 'NO_RPC_URL' }));
  });
});
