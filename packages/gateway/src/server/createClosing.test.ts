import { describe, expect, it } from 'vitest';
import { createClosing } from './createClosing.js';

describe('createClosing', () => {
  it('closes each part once, last first, even if one of them fails', async () => {
    const closing = createClosing();
    const closed: string[] = [];
    closing.add(() => closed.push('database'));
    closing.add(async () => {
      await Promise.resolve();
      closed.push('mailbox');
      throw new Error('unreachable');
    });
    closing.add(() => closed.push('listener'));
    const results = await Promise.allSettled([closing.close(), closing.close()]);
    expect(closed).toEqual(['listener', 'mailbox', 'database']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(closing.close()).rejects.toThrow('unreachable');
  });
});
