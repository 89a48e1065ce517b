import { describe, expect, it } from 'vitest';
import { defaultNetworkOf } from '../core/connection/chainState.js';
import { rpcUrl } from '../core/kernel/gatewayUrl.js';
import { defineNetwork } from '../core/networks/defineNetwork.js';
import { NETWORK_NAMES } from '../protocol/networkNames.js';
import { supportedNetworkIds } from '../protocol/supportedNetworkIds.js';
import * as networks from './networks.js';

const all = Object.values(networks);
const byId = new Map(all.map(network => [network.id, network]));

describe('networks', () => {
  it('name Multicall3 where it is, which on zkSync is elsewhere', () => {
    const at = (id: number) => byId.get(id)?.contracts?.multicall3;
    expect(at(1)).toEqual({ address: '0xcA11bde05977b3631167028862bE2a173976CA11' });
    expect(at(324)).toEqual({ address: '0xF9cda624FBC7e059355ce98a31693d299FaCd963' });
  });

  it('are 24 on EVM and Solana, and the chain endpoint covers exactly them [CALL-42]', () => {
    const served = all.filter(({ chainNamespace }) => ['eip155', 'solana'].includes(chainNamespace));
    expect(served).toHaveLength(24);
    expect(served.map(({ caipNetworkId }) => caipNetworkId).sort()).toEqual(
      [...supportedNetworkIds()].sort(),
    );
    const options = { gateway: 'https://gateway.example', projectId: 'p' };
    for (const network of served)
      expect(rpcUrl(options, network)).toContain('https://gateway.example/v1?chainId=');
    const own = defineNetwork({
      id: 31337,
      name: 'Own',
      nativeCurrency: networks.mainnet.nativeCurrency,
      rpcUrls: { default: { http: ['http://own.example'] } },
    });
    expect(rpcUrl(options, own)).toBe('http://own.example');
  });

  it('have the names that the wallet page and the gateway show, and no others (house-D2)', () => {
    expect(Object.fromEntries(all.map(({ caipNetworkId, name }) => [caipNetworkId, name]))).toEqual(
      NETWORK_NAMES,
    );
  });

  it.each([
    ['Ethereum', 1],
    ['Optimism', 10],
    ['Arbitrum', 42161],
    ['Polygon', 137],
    ['Celo', 42220],
    ['Aurora', 1313161554],
    ['BNB', 56],
    ['Avalanche', 43114],
    ['zkSync', 324],
    ['Gnosis', 100],
    ['Base', 8453],
    ['Zora', 7777777],
    ['HyperEVM', 999],
  ])('include %s (%i) by its name [LIM-20]', (name, id) => {
    expect(byId.get(id)).toMatchObject({ name, testnet: false, caipNetworkId: `eip155:${id}` });
  });

  it.each([11155111, 11155420, 421614, 80002, 97, 43113, 84532, 999999999])(
    'include the testnet %i with its flag [LIM-21]',
    id => expect(byId.get(id)?.testnet).toBe(true),
  );

  it('include three Solana networks [LIM-22]', () => {
    const names = all.filter(({ chainNamespace }) => chainNamespace === 'solana').map(({ name }) => name);
    expect(names).toEqual(['Solana', 'Solana Testnet', 'Solana Devnet']);
  });

  it('include four Bitcoin networks, by the first 32 characters of their genesis hash', () => {
    const ids = all.filter(({ chainNamespace }) => chainNamespace === 'bip122').map(({ id }) => id);
    expect(ids).toEqual([
      '000000000019d6689c085ae165831e93',
      '00000000da84f2bafbbc53dee25a72ae',
      '00000008819873e925422c1ff0f99f7c',
      '0f9188f13cb7b2c71f2a335e3a4fc328',
    ]);
  });

  it('carry every field of a network [ENT-11]', () => {
    for (const network of all) {
      expect(network).toMatchObject({
        caipNetworkId: expect.stringMatching(/^[a-z0-9]+:/),
        chainNamespace: expect.any(String),
        nativeCurrency: {
          name: expect.any(String),
          symbol: expect.any(String),
          decimals: expect.any(Number),
        },
        rpcUrls: { default: { http: [] } },
        testnet: expect.any(Boolean),
        assets: { imageId: String(network.id) },
      });
      const explorer = network === networks.bitcoinRegtest ? undefined : /^https:/;
      const url = network.blockExplorers?.default.url;
      expect(url).toEqual(explorer && expect.stringMatching(explorer));
    }
  });

  it('name no third party for reads: there is no RPC URL without a gateway or own rpcUrls', () => {
    for (const network of all) expect(rpcUrl({}, network)).toBeUndefined();
    expect(
      rpcUrl(
        { rpcUrls: { 'eip155:1': 'https://mine.example' }, gateway: 'https://g.example', projectId: 'p' },
        networks.mainnet,
      ),
    ).toBe('https://mine.example');
  });
});

describe('defaultNetworkOf', () => {
  it('is Ethereum where nothing was chosen [LIM-01]', () => {
    expect(defaultNetworkOf([networks.optimism, networks.mainnet]).caipNetworkId).toBe('eip155:1');
    expect(defaultNetworkOf([networks.optimism, networks.mainnet], 'eip155:10')).toBe(networks.optimism);
    const stale = 'eip155:4242';
    expect(defaultNetworkOf([networks.mainnet, networks.base], stale, 'eip155:8453')).toBe(networks.base);
    expect(defaultNetworkOf([networks.optimism, networks.base])).toBe(networks.optimism);
  });
});

describe('defineNetwork', () => {
  it('refuses malformed ids and unknown namespaces', () => {
    const input = {
      id: 1,
      name: 'X',
      nativeCurrency: networks.mainnet.nativeCurrency,
      rpcUrls: { default: { http: [] } },
    };
    expect(() => defineNetwork({ ...input, caipNetworkId: 'eip155:' })).toThrow('Invalid CAIP network id');
    expect(() => defineNetwork({ ...input, caipNetworkId: 'cosmos:hub-4' })).toThrow(
      'Chain is not supported',
    );
  });
});
