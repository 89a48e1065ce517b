import { describe, expect, it } from 'vitest';
import { formatSiwxMessage } from './formatSiwxMessage.js';
import { parseSiwxMessage } from './parseSiwxMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';

const solana: SiwxMessage = {
  domain: 'app.example',
  accountAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV1',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  uri: 'https://app.example/',
  version: '1',
  nonce: 'abcdefgh12345678x',
  issuedAt: '2026-01-01T00:00:00.000Z',
};
const evm: SiwxMessage = {
  ...solana,
  chainId: 'eip155:1',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
};

describe('formatSiwxMessage', () => {
  it('writes every field that is set, in the order of ERC-4361 [ENT-21]', () => {
    expect(
      formatSiwxMessage({
        ...evm,
        scheme: 'https',
        statement: 'Sign in to Meridian.',
        expirationTime: '2026-01-02T00:00:00.000Z',
        notBefore: '2026-01-01T00:00:00.000Z',
        requestId: 'r-1',
        resources: ['https://app.example/terms', 'ipfs://a'],
      }),
    ).toBe(`https://app.example wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

Sign in to Meridian.

URI: https://app.example/
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678x
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-02T00:00:00.000Z
Not Before: 2026-01-01T00:00:00.000Z
Request ID: r-1
Resources:
- https://app.example/terms
- ipfs://a`);
  });

  it('writes the same as Solana wallets: the cluster name, and no empty line for a missing statement', () => {
    expect(formatSiwxMessage(solana)).toBe(`app.example wants you to sign in with your Solana account:
7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV1

URI: https://app.example/
Version: 1
Chain ID: mainnet
Nonce: abcdefgh12345678x
Issued At: 2026-01-01T00:00:00.000Z`);
  });

  it('writes a message of a Bitcoin account too', () => {
    const bitcoin = {
      ...evm,
      chainId: 'bip122:000000000019d6689c085ae165831e93',
      accountAddress: 'bc1qxy',
    } as const;
    const text = formatSiwxMessage(bitcoin);
    expect(text).toContain('with your Bitcoin account:\nbc1qxy\n\n\nURI: ');
    expect(parseSiwxMessage(text, 'bip122')).toEqual(bitcoin);
  });

  it.each<[string, Partial<SiwxMessage>]>([
    ['statement', { statement: 'Say "hello"' }],
    ['statement', { statement: '' }],
    ['expirationTime', { expirationTime: '2026-02-30T00:00:00Z' }],
    ['resources', { resources: ['not a uri'] }],
    ['requestId', { requestId: 'a/b' }],
    ['domain', { domain: 'a.example/path' }],
    ['chainId', { chainId: 'eip155:0x1' }],
    ['accountAddress', { accountAddress: evm.accountAddress.toLowerCase() }],
  ])('says that the %s is the reason', (field, fields) => {
    expect(() => formatSiwxMessage({ ...evm, ...fields })).toThrow(
      expect.objectContaining({ code: 'INVALID_SIWX_MESSAGE', details: expect.stringContaining(field) }),
    );
  });
});

describe('parseSiwxMessage', () => {
  const text = formatSiwxMessage(solana);

  it.each(['solana:mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])(
    'takes %s for the same network of Solana',
    name => {
      expect(parseSiwxMessage(text.replace('mainnet', name), 'solana')).toEqual(solana);
    },
  );

  it('accepts both forms of a missing statement on Solana', () => {
    expect(parseSiwxMessage(text.replace('\n\nURI', '\n\n\nURI'), 'solana')).toEqual(solana);
  });

  it('reports which line is wrong', () => {
    expect(() => parseSiwxMessage(text.replace('Nonce', 'Nounce'), 'solana')).toThrow(
      expect.objectContaining({ details: "Line 7 does not begin with 'Nonce: '." }),
    );
  });
});
