import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilChainId } from './readChainId.js';

const never = () => new Promise<unknown>(() => {});
const fails = () => Promise.reject<unknown>(new Error('busy'));
const after = (milliseconds: number, answer: unknown) => () =>
  new Promise<unknown>(resolve => setTimeout(() => resolve(answer), milliseconds));

type Answers = readonly (() => unknown)[];

/** A wallet that gives these answers to `eth_chainId`, the last one for ever. */
function walletOf(answers: Answers) {
  let asked = 0;
  const request = async () => answers[Math.min(asked++, answers.length - 1)]?.();
  return { request, asked: () => asked };
}

/** How the wait ended, and after how many milliseconds. */
async function endOf(wallet: ReturnType<typeof walletOf>, wanted: number | undefined) {
  let end: number | Error | undefined;
  const settle = (one: number | Error) => {
    end = one;
  };
  untilChainId(wallet, wanted).then(settle, settle);
  for (let passed = 0; passed <= 3_000; passed += 100) {
    if (end !== undefined) return { end, passed };
    await vi.advanceTimersByTimeAsync(100);
  }
  return 'open';
}

describe('untilChainId', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  interface Case {
    readonly name: string;
    readonly answers: Answers;
    readonly wanted?: number;
    readonly cause?: string;
  }

  it.each<Case>([
    { name: 'names it', answers: [() => '0xa'] },
    { name: 'names none at first', answers: [() => null, () => undefined, () => '0xa'] },
    { name: 'fails at first', answers: [fails, () => '0xa'] },
    { name: 'throws at first', answers: [() => void JSON.parse(''), () => '0xa'] },
    { name: 'does not answer at first', answers: [never, () => '0xa'] },
    { name: 'is slow, and then silent', answers: [after(1_500, '0xa'), never] },
    { name: 'is on another chain at first', answers: [() => '0x1', fails, () => '0xa'], wanted: 10 },
  ])('knows the chain of a wallet that $name', async ({ answers, wanted }) => {
    expect(await endOf(walletOf(answers), wanted)).toMatchObject({ end: 10 });
    await vi.advanceTimersByTimeAsync(3_000);
  });

  it.each<Case>([
    { name: 'never answers', answers: [never] },
    { name: 'always fails', answers: [fails], cause: 'busy' },
    { name: 'names none', answers: [() => null] },
    { name: 'names none and is slow', answers: [after(1_900, null)] },
    { name: 'stays on its chain', answers: [() => '0x1'], wanted: 10 },
    { name: 'fails, then never answers', answers: [fails, never], cause: 'busy' },
  ])('ends after two seconds in all when the wallet $name', async ({ answers, cause, wanted }) => {
    const wallet = walletOf(answers);
    const ended = await endOf(wallet, wanted);
    expect(ended).toMatchObject({ passed: 2_000 });
    const { end } = ended as { readonly end: Error };
    expect(end.message).toBe('The wallet named no chain.');
    expect((end.cause as Error | undefined)?.message).toBe(cause);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(wallet.asked()).toBeLessThanOrEqual(11);
  });
});
