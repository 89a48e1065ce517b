import { describe, expect, it } from 'vitest';
import { requireExactApproval } from './swapGateway.js';

const token = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const router = '0x111111125421cA6dc452d289314280a0f8842A65';
const thief = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const terms = { from: `eip155:1:${token}`, amount: 10n } as const;
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const approve = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(BigInt(spender))}${word(amount)}` as const;
const exact = { to: token, data: approve(router, 10n), value: 0n };

describe('requireExactApproval', () => {
  it('takes an approval of exactly the amount, in any case of letters', () => {
    expect(() => requireExactApproval(exact, terms, router)).not.toThrow();
    const { to, data } = { to: token.toLowerCase(), data: exact.data.toUpperCase().replace('X', 'x') };
    expect(() => requireExactApproval({ to, data: data as `0x${string}` }, terms, router)).not.toThrow();
  });

  it.each([
    ['another spender', { data: approve(thief, 10n) }],
    ['more', { data: approve(router, 2n ** 256n - 1n) }],
    ['less', { data: approve(router, 9n) }],
    ['another token', { to: thief }],
    ['a payment', { value: 1n }],
    ['another function', { data: exact.data.replace('095ea7b3', 'a9059cbb') as `0x${string}` }],
    ['more data', { data: `${exact.data}00` as const }],
    ['no data', { data: '0x' as const }],
  ])('refuses %s', (_, change) => {
    const refused = expect.objectContaining({ code: 'INVALID_TRANSACTION' });
    expect(() => requireExactApproval({ ...exact, ...change }, terms, router)).toThrow(refused);
  });
});
