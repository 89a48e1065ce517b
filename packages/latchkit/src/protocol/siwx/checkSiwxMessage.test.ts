import { describe, expect, it } from 'vitest';
import { checkSiwxMessage, type SiwxExpectation, type SiwxProblem } from './checkSiwxMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';

const message: SiwxMessage = {
  domain: 'app.example',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  chainId: 'eip155:1',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'abcdefgh12345678x',
  issuedAt: '2026-01-01T00:00:00.000Z',
  notBefore: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-02T00:00:00.000Z',
};
const expected: SiwxExpectation = {
  domain: 'app.example',
  uri: 'https://app.example/login',
  origin: 'https://app.example',
  nonce: message.nonce,
  chainId: 'eip155:1',
  accountAddress: message.accountAddress,
  now: Date.parse('2026-01-01T12:00:00Z'),
};

describe('checkSiwxMessage', () => {
  it('accepts the expected message, with the address in any case', () => {
    expect(checkSiwxMessage(message, expected)).toBeUndefined();
    const accountAddress = message.accountAddress.toLowerCase();
    expect(
      checkSiwxMessage({ ...message, scheme: 'https' }, { ...expected, accountAddress }),
    ).toBeUndefined();
  });

  it.each<[SiwxProblem, Partial<SiwxExpectation>]>([
    ['domain', { domain: 'evil.example' }],
    ['domain', { domain: 'app.example:443' }],
    ['uri', { uri: 'https://app.example/' }],
    ['uri', { origin: 'http://app.example' }],
    ['nonce', { nonce: `${message.nonce}y` }],
    ['nonce', { nonce: message.nonce.slice(0, -1) }],
    ['nonce', { nonce: '' }],
    ['chainId', { chainId: 'eip155:10' }],
    ['accountAddress', { accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc3' }],
    ['expired', { now: Date.parse('2026-01-02T00:00:00Z') }],
    ['notYetValid', { now: Date.parse('2025-12-31T23:59:59Z') }],
    ['expired', { now: Number.NaN }],
  ])('finds a wrong %s: %o', (problem, change) => {
    expect(checkSiwxMessage(message, { ...expected, ...change })).toBe(problem);
  });

  it('rejects a message with unexpected values or invalid times', () => {
    expect(checkSiwxMessage({ ...message, scheme: 'http' }, expected)).toBe('scheme');
    expect(checkSiwxMessage({ ...message, uri: 'urn:x' }, { ...expected, uri: 'urn:x' })).toBe('uri');
    expect(checkSiwxMessage({ ...message, expirationTime: 'never' }, expected)).toBe('expired');
    expect(checkSiwxMessage({ ...message, notBefore: 'never' }, expected)).toBe('notYetValid');
    expect(checkSiwxMessage({ ...message, issuedAt: 'never' }, expected)).toBe('issuedAt');
  });

  it('compares addresses outside EVM case-sensitively', () => {
    const solana = { ...message, chainId: 'solana:x', accountAddress: 'Abc' } as const;
    expect(checkSiwxMessage(solana, { ...expected, chainId: 'solana:x', accountAddress: 'abc' })).toBe(
      'accountAddress',
    );
  });
});
