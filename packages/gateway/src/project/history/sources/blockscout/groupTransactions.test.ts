import { nativeLogsOf } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { listedTransaction, listedTransfer } from './blockscoutAnswers.js';
import { groupTransactions } from './groupTransactions.js';

const ERA = 'eip155:324';
const HASH = `0x${'ab'.repeat(32)}`;
const [OWN, OTHER] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const place = { timestamp: '2026-11-30T00:00:00Z', block_number: 7 };
const own = listedTransaction.parse({
  ...place,
  ...{ hash: HASH, from: { hash: OWN }, to: { hash: OTHER }, value: '5', status: 'ok', raw_input: '0x' },
});
const transfer = (log_index: number, change: object = {}) =>
  listedTransfer.parse({
    ...{ ...place, transaction_hash: HASH, log_index, from: { hash: OWN }, to: { hash: OTHER } },
    ...{ token: { address: `0x${'33'.repeat(20)}`, type: 'ERC-20', decimals: '0' }, total: { value: '5' } },
    ...change,
  });
const movedIn = (chainId: string, transfers: readonly ReturnType<typeof transfer>[]) =>
  groupTransactions(chainId, [own], transfers).flatMap(({ transaction }) =>
    transaction.movements.map(({ kind, amount, tokenId }) => [kind, amount, tokenId]),
  );

describe('groupTransactions', () => {
  it('counts a native movement once where the service lists it as that of a token too (RV-12)', () => {
    const { address, feeAccount = '' } = nativeLogsOf(ERA) ?? {};
    const token = { address, type: 'ERC-20', decimals: '18' };
    const logged = [
      transfer(0, { token, to: { hash: feeAccount }, total: { value: '9' } }),
      transfer(1, { token }),
      transfer(2, { token, from: { hash: feeAccount }, to: { hash: OWN }, total: { value: '2' } }),
    ];
    expect(movedIn(ERA, logged)).toEqual([['native', 5n, undefined]]);
    // Elsewhere, a contract at that address is a token like any other.
    expect(movedIn('eip155:8453', logged)).toHaveLength(4);
  });

  it('counts a transfer once that is listed twice, and two equal ones of one transaction twice (RV-12)', () => {
    const one = ['fungible', 5n, undefined];
    const value = ['native', 5n, undefined];
    expect(movedIn(ERA, [transfer(1), transfer(1)])).toEqual([value, one]);
    expect(movedIn(ERA, [transfer(1), transfer(2)])).toEqual([value, one, one]);
  });

  it('counts each item of a log of ERC-1155 once (RV-12)', () => {
    const item = (token_id: string) =>
      transfer(1, {
        token: { address: `0x${'33'.repeat(20)}`, type: 'ERC-1155' },
        total: { value: '1', token_id },
      });
    expect(movedIn(ERA, [item('7'), item('8'), item('7')]).slice(1)).toEqual([
      ['nft', 1n, '7'],
      ['nft', 1n, '8'],
    ]);
  });
});
