import { describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { briefAnswers } from './briefAnswers.js';

const never = new AbortController().signal;

describe('briefAnswers', () => {
  it('asks once for what many ask at the same time, and again when the answer is old [SEC-126]', async () => {
    let now = 0;
    const answers = briefAnswers<number>(4_000, 1_000, () => now);
    const ask = vi.fn<() => Promise<number>>().mockImplementation(async () => ask.mock.calls.length);
    const all = await Promise.all(
      Array.from({ length: 300 }, () => answers.get('a', ask, new AbortController().signal)),
    );
    expect(new Set(all)).toEqual(new Set([1]));
    now = 3_999;
    expect(await answers.get('a', ask, never)).toBe(1);
    expect(await answers.get('b', ask, never)).toBe(2);
    now = 4_000;
    expect(await answers.get('a', ask, never)).toBe(3);
  });

  it('goes on for the others when one leaves, and remembers a failure for a second', async () => {
    let now = 0;
    const answers = briefAnswers<string>(4_000, 1_000, () => now);
    let finish: (text: string) => void = () => {};
    const slow = () => new Promise<string>(resolve => (finish = resolve));
    const leaving = new AbortController();
    const left = awaitedLater(answers.get('a', slow, leaving.signal));
    const stays = awaitedLater(answers.get('a', slow, never));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    finish('here');
    expect(await stays).toBe('here');
    const fail = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('down'));
    for (let at = 0; at < 5; at += 1) await expect(answers.get('f', fail, never)).rejects.toThrow('down');
    expect(fail).toHaveBeenCalledTimes(1);
    now = 1_000;
    await expect(answers.get('f', fail, never)).rejects.toThrow('down');
    expect(fail).toHaveBeenCalledTimes(2);
  });
});
