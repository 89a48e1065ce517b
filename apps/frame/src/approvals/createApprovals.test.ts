import { describe, expect, it } from 'vitest';
import { isApproved } from './createApprovals.js';

describe('isApproved', () => {
  const approved = { kind: 'approved', press: { armedAt: 1, decidedAt: 600 }, surface: 'window' } as const;

  it("accepts the user's approval of a request that nothing blocks", () => {
    expect(isApproved(approved, { blocks: [] })).toBe(true);
    expect(isApproved({ kind: 'rejected' }, { blocks: [] })).toBe(false);
  });

  it('takes none of what is blocked, or cannot be paid for', () => {
    expect(isApproved(approved, { blocks: [{ text: 'block.ownAccount' }] })).toBe(false);
    expect(isApproved(approved, { blocks: [], shortage: { text: 'shortage.coins' } })).toBe(false);
  });
});
