import { describe, expect, it } from 'vitest';
import type { NamespaceState } from '../../../core/index.js';
import { profile } from '../../locales/en/profile.js';
import { shell } from '../../locales/en/shell.js';
import { createText } from '../../runtime/createText.js';
import { permissionText } from './permissionText.js';

const TOKEN = `0x${'ab'.repeat(20)}`;

const chain = {
  network: { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
  tokenBalance: [
    { symbol: 'USDC', address: `eip155:1:${TOKEN}`, quantity: { decimals: 6, numeric: '5' } },
  ] as unknown as NamespaceState['tokenBalance'],
} as NamespaceState;

describe('permissionText', () => {
  const text = createText(shell, 'en');
  text.add(profile as never);
  const read = (type: string, data: Record<string, unknown>) => permissionText(text, { type, data }, chain);
  const periodic = { periodAmount: '0x1312d00', periodDuration: 86_400 };

  it('says how much may be spent and how often', () => {
    const data = { periodAmount: '0x16345785d8a0000', periodDuration: 86_400 };
    expect(read('native-token-periodic', data)).toBe('Up to 0.1 ETH a day');
    expect(read('native-token-periodic', { ...data, periodDuration: 5_400 })).toBe(
      'Up to 0.1 ETH every 1.5 hours',
    );
    expect(read('erc20-token-periodic', { ...periodic, tokenAddress: TOKEN })).toBe('Up to 20 USDC a day');
  });

  it('shows the amount of a scaled token as its balance is shown (RV-26)', () => {
    const [token] = chain.tokenBalance ?? [];
    const scaled = {
      ...chain,
      tokenBalance: [{ ...token, shown: { amount: '6.25', factor: '1.25' } }],
    } as unknown as NamespaceState;
    const permission = { type: 'erc20-token-periodic', data: { ...periodic, tokenAddress: TOKEN } };
    expect(permissionText(text, permission, scaled)).toBe('Up to 25 USDC a day');
  });

  it('names a contract, and a token that the account does not hold, by the address', () => {
    const other = `0x${'cd'.repeat(20)}`;
    expect(read('contract-call', { address: other, selector: '0x12345678' })).toBe(
      'Use the contract 0xcd…cdcdcd',
    );
    expect(read('erc20-token-periodic', { ...periodic, tokenAddress: other })).toBe(
      'Spend the token 0xcd…cdcdcd',
    );
  });

  it('shows the type of a permission that it cannot read', () => {
    expect(read('native-token-stream', periodic)).toBe('native-token-stream');
    expect(read('native-token-periodic', { ...periodic, periodAmount: 'much' })).toBe(
      'native-token-periodic',
    );
    expect(read('contract-call', {})).toBe('contract-call');
  });
});
