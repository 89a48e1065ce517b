import { encodeAccountCalls, type SignableOperation, smartAccountAddress } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../model/reviewContext.test-support.js';
import { reviewUserOperation } from './reviewUserOperation.js';

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function payload(
  change: Partial<SignableOperation['operation']> = {},
  more: Partial<SignableOperation> = {},
): string {
  return JSON.stringify({
    operation: {
      sender: smartAccountAddress(OWNER),
      nonce: '0x0',
      callData: encodeAccountCalls([{ to: RECEIVER, value: 10n ** 18n, data: '0x' }]),
      callGasLimit: '0x30d40',
      verificationGasLimit: '0x30d40',
      preVerificationGas: '0x186a0',
      maxFeePerGas: '0x3b9aca00',
      maxPriorityFeePerGas: '0x0',
      signature: '0x',
      ...change,
    },
    validUntil: 0,
    ...more,
  } satisfies SignableOperation);
}

describe('reviewUserOperation', () => {
  it('shows the call, and the fee if the account pays it', async () => {
    const own = await reviewUserOperation(payload(), contextOf());
    expect([own.risk, own.action, own.changes]).toMatchObject(['R2', { text: 'action.send' }, [{}]]);
    expect(JSON.stringify(own.facts)).toContain('0.0005');
    const sponsored = payload({ paymaster: OWNER }, { isSponsored: true });
    const paid = await reviewUserOperation(sponsored, contextOf());
    const nothing = { label: 'fact.fee', value: { text: 'value.sponsored' } };
    expect(paid.facts).toEqual([...own.facts.slice(0, -1), nothing]);
  });

  it("says that the fee is paid for the user only if the project's paymaster pays it [SEC-108]", async () => {
    const reviewed = async (...given: Parameters<typeof payload>) => {
      const { facts, warnings } = await reviewUserOperation(payload(...given), contextOf());
      return { text: JSON.stringify(facts), warnings };
    };
    // A paymaster of the page: the most that it can pay, who it is, and that it may charge tokens.
    const other = await reviewed({ paymaster: OWNER, preVerificationGas: '0x2dc6c0' });
    expect(other.text).not.toContain('value.sponsored');
    expect(other.text).toContain('"number":"0.0034"');
    expect(other.text).toContain(`"fact.paymaster","value":{"address":"${OWNER}"}`);
    expect(other.warnings).toEqual([{ text: 'warning.paymaster' }]);
    // Nobody, whatever else is said.
    const nobody = [`0x${'0'.repeat(40)}`, null, smartAccountAddress(OWNER)] as const;
    for (const paymaster of nobody)
      for (const isSponsored of [true, false]) {
        const { text, warnings } = await reviewed({ paymaster }, { isSponsored });
        expect(text, String(paymaster)).not.toMatch(/value.sponsored|fact.paymaster/);
        expect(text).toContain('"number":"0.0005"');
        expect(warnings).toEqual([]);
      }
  });

  it('shows every call of a batch with the highest risk of them', async () => {
    const callData = encodeAccountCalls([
      { to: RECEIVER, value: 1n, data: '0x' },
      { to: RECEIVER, value: 2n, data: '0x12345678' },
    ]);
    const review = await reviewUserOperation(payload({ callData }), contextOf());
    expect([review.risk, review.action]).toMatchObject(['R3', { text: 'action.calls' }]);
    expect(review.changes).toHaveLength(2);
    expect(review.calls).toMatchObject({
      order: 'screen.allOrNone',
      list: [{ action: { text: 'action.send' } }, { action: { text: 'action.call' } }],
    });
    // What belongs to one call is in its entry.
    expect(review.facts.map(({ label }) => label)).toEqual(['fact.fee']);
  });

  it('cannot read a foreign delegate call', async () => {
    const callData = encodeAccountCalls([{ to: RECEIVER, value: 0n, data: '0x' }]).replace(
      '541d63c8',
      'deadbeef',
    );
    await expect(reviewUserOperation(payload({ callData }), contextOf())).rejects.toThrow('read');
  });
});
