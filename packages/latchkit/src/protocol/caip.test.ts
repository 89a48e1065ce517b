import { describe, expect, it } from 'vitest';
import { NAMESPACES, parseCaipAddress, parseChainId } from './caip.js';

describe('parseChainId', () => {
  it('accepts namespace:reference and refuses everything else [VAL-05] [ERR-62]', () => {
    expect(parseChainId('eip155:1')).toEqual({ namespace: 'eip155', reference: '1' });
    for (const bad of ['1', 'eip155', 'eip155:', ':1', 'eip155:1:2', '', 'eip155:1\n', 'EIP155:1']) {
      expect(() => parseChainId(bad), bad).toThrow(/^Invalid CAIP network id/);
    }
  });
});

describe('parseCaipAddress', () => {
  it('refuses a malformed account id, naming it an address [ERR-61]', () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(parseCaipAddress(`eip155:1:${address}`)).toEqual({ namespace: 'eip155', reference: '1', address });
    for (const bad of ['eip155:1', 'eip155', address, `eip155:1:${address}:x`]) {
      expect(() => parseCaipAddress(bad), bad).toThrow(/^Invalid CAIP address/);
    }
  });
});

describe('NAMESPACES', () => {
  it('are the four supported ones', () =>
    expect(NAMESPACES).toEqual(['eip155', 'solana', 'polkadot', 'bip122']));
});
