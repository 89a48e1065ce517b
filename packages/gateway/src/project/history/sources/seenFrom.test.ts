import { describe, expect, it } from 'vitest';
import type { ChainTransaction, Movement } from './ChainTransaction.js';
import { seenFrom } from './seenFrom.js';

const [ACCOUNT, OTHER, ROUTER, POOL, TOKEN] = ['a', 'b', 'c', 'd', 'e'].map(one => `0x${one.repeat(40)}`) as [
  string,
  string,
  string,
  string,
  string,
];

const paid = (to: string, change: Partial<Movement> = {}): Movement => ({
  ...{ kind: 'fungible', from: ACCOUNT, to, amount: 5n, token: TOKEN },
  ...change,
});
const native = (to: string) => paid(to, { kind: 'native', token: undefined });

function typeOf(movements: readonly Movement[], change: Partial<ChainTransaction>): string {
  const transaction: ChainTransaction = {
    ...{ chainId: 'eip155:1', hash: '0x1', minedAt: new Date(0), status: 'confirmed', from: ACCOUNT },
    ...{ selector: '0x12345678', movements },
    ...change,
  };
  return seenFrom(transaction, ACCOUNT).metadata.operationType;
}

describe('seenFrom', () => {
  it('sees a payment where the account called the token, or sent the currency without a call', () => {
    expect(typeOf([paid(OTHER)], { to: TOKEN })).toBe('send');
    expect(typeOf([native(OTHER)], { to: OTHER, selector: undefined })).toBe('send');
    // A bundle of user operations.
    expect(typeOf([paid(OTHER)], { from: OTHER, to: ROUTER })).toBe('send');
  });

  it('sees no payment where the account called a contract that took its tokens or its currency', () => {
    // A swap for the currency, which the chain's logs do not show.
    expect(typeOf([paid(POOL)], { to: ROUTER })).toBe('execute');
    expect(typeOf([native(ROUTER)], { to: ROUTER })).toBe('execute');
    expect(typeOf([native(ROUTER), paid(POOL)], { to: ROUTER })).toBe('execute');
  });

  it('sees a swap where it received another token', () => {
    const received = paid(ACCOUNT, { from: POOL, token: ROUTER });
    expect(typeOf([paid(POOL), received], { to: ROUTER })).toBe('trade');
  });
});
