import { describe, expect, it } from 'vitest';
import { receiptStatus } from './receiptStatus.js';

const MINED = { blockNumber: '0x10', blockHash: '0xaa', status: '0x1', logs: [] };
/** What nodes and serialisers write for a member that they do not have, and what no member may be. */
const ABSENT = [undefined, null, '', '0x', 'null', 'pending', -1.5, Number.NaN, true, {}, [], '0x2'];

describe('receiptStatus', () => {
  it.each([
    ['0x1', 'success'],
    ['0x01', 'success'],
    [1, 'success'],
    ['0x0', 'reverted'],
    ['0x00', 'reverted'],
    [0, 'reverted'],
  ])('reads the status %s as %s', (status, ended) => {
    expect(receiptStatus({ ...MINED, status })).toBe(ended);
  });

  it.each(ABSENT)('proves nothing with the status %s, or no block number but that (EVM-05)', value => {
    expect(receiptStatus({ ...MINED, status: value })).toBeUndefined();
    if (value !== '0x2') expect(receiptStatus({ ...MINED, blockNumber: value })).toBeUndefined();
  });

  it.each([undefined, null, true, 7, '0x1', [], {}])('proves nothing as %s', receipt => {
    expect(receiptStatus(receipt)).toBeUndefined();
  });
});
