import { describe, expect, it } from 'vitest';
import { accountTransaction } from './history.js';
import { revokeSignInMessage } from './orderTexts.js';
import { profileErrorAnswer } from './profile.js';

const least = {
  id: '1',
  metadata: { minedAt: '2026-01-01T00:00:00.000Z', operationType: 'x', status: 'confirmed' },
};
const transfer = { direction: 'in', quantity: { numeric: '1', decimals: 18 } };

describe('accountTransaction', () => {
  it('accepts the minimum of fields, and unknown ones', () => {
    expect(accountTransaction.parse(least).transfers).toEqual([]);
    const { transfers } = accountTransaction.parse({
      ...least,
      surprise: true,
      transfers: [
        {
          ...transfer,
          more: 1,
          fungible_info: { symbol: 'A', icon: 'broken' },
          nft_info: 'broken',
          value: 'x',
        },
      ],
    });
    expect(transfers).toEqual([{ ...transfer, fungible_info: { symbol: 'A' } }]);
  });

  it('rejects an event without time or type', () => {
    expect(accountTransaction.safeParse({ id: '1', metadata: {} }).success).toBe(false);
    expect(accountTransaction.safeParse({ ...least, id: undefined }).success).toBe(false);
  });
});

describe('profileErrorAnswer', () => {
  it('reads reasons where there are any', () => {
    expect(profileErrorAnswer.parse({ reasons: [{ description: 'Taken' }] }).reasons).toEqual([
      { description: 'Taken' },
    ]);
    expect(profileErrorAnswer.parse({ reasons: 'none' }).reasons).toBeUndefined();
  });
});

describe('revokeSignInMessage', () => {
  it('names the session, the account and the gateway', () => {
    expect(revokeSignInMessage('eip155:1:0xab', 's1', 'https://gateway.example')).toBe(
      'Revoke session s1 of eip155:1:0xab\n\nGateway: https://gateway.example',
    );
  });
});
