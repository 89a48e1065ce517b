import { describe, expect, it } from 'vitest';
import { readCallsStatus } from './readCallsStatus.js';

const expected = { id: '0xabc', chainId: 1 };
const receipt = (status: string) => ({
  transactionHash: '0x1',
  blockHash: '0x2',
  blockNumber: '0x10',
  gasUsed: '0x5208',
  status,
  logs: [{ address: '0x3', data: '0x', topics: ['0x4'] }],
});
const read = (answer: unknown) => readCallsStatus(answer, expected);

describe('readCallsStatus', () => {
  it('reads the states of EIP-5792', () => {
    for (const [code, status] of [
      [100, 'pending'],
      [200, 'success'],
      [400, 'failure'],
      [500, 'failure'],
      [600, 'failure'],
    ] as const) {
      const answer = { version: '2.0.0', id: '0xother', chainId: '0xa', atomic: true, status: code };
      expect(read(answer)).toEqual({
        id: '0xabc',
        chainId: 'eip155:10',
        status,
        statusCode: code,
        atomic: true,
        receipts: [],
      });
    }
  });

  it('is over with every code from 200 on, also one that says no more than that it failed (OWN-19)', () => {
    for (const status of [300, 301, 499, 700]) {
      expect(read({ id: '0xabc', status })).toMatchObject({
        status: 'failure',
        statusCode: status,
        receipts: [],
      });
      expect(read({ id: '0xabc', status, receipts: null, chainId: null })).toMatchObject({
        status: 'failure',
      });
    }
    for (const status of [100, 150, 199]) expect(read({ status })).toMatchObject({ status: 'pending' });
    for (const status of [null, '', 'FAILED', {}]) expect(() => read({ status })).toThrow();
  });

  it('reads the words of the first draft, whose confirmed batches may have reverted', () => {
    expect(read({ status: 'PENDING' })).toMatchObject({
      status: 'pending',
      chainId: 'eip155:1',
      atomic: false,
    });
    const confirmed = (...states: string[]) => read({ status: 'CONFIRMED', receipts: states.map(receipt) });
    expect(confirmed('0x1')).toMatchObject({
      status: 'success',
      receipts: [{ transactionHash: '0x1', blockNumber: 16n, gasUsed: 21_000n, status: 'success' }],
    });
    expect(confirmed('0x0')).toMatchObject({ status: 'failure', statusCode: 500 });
    expect(confirmed('0x1', '0x0')).toMatchObject({ status: 'failure', statusCode: 600 });
  });

  it('does not call a batch confirmed before its receipts are in a block (EVM-05)', () => {
    for (const early of [{ blockNumber: null }, { blockHash: null, blockNumber: null }, { status: null }]) {
      const receipts = [receipt('0x1'), { ...receipt('0x1'), ...early }];
      for (const status of [200, 'CONFIRMED']) {
        expect(read({ status, receipts })).toMatchObject({ status: 'pending', statusCode: 100 });
      }
      expect(read({ status: 500, receipts })).toMatchObject({ status: 'failure' });
    }
  });

  it('rejects a value that is not a status', () => {
    for (const answer of [
      null,
      'CONFIRMED',
      {},
      { status: 'DONE' },
      { status: 200, chainId: 'mainnet' },
      { status: 200, receipts: [{ ...receipt('0x1'), gasUsed: 21_000 }] },
    ]) {
      expect(() => read(answer)).toThrow();
    }
  });
});
