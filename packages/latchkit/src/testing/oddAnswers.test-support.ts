import { expect, vi } from 'vitest';
import { isError } from '../protocol/BaseError.js';
import { FAILURE_TEXTS, REFUSAL_TEXTS } from './refusalTexts.test-support.js';

/** A wallet's answer that never comes. */
export const NEVER = Symbol('never');

/** Refusals in the words that wallets use, as shapes. */
export const REFUSALS = REFUSAL_TEXTS.map(text => ({ throws: { message: text } }));

/** Failures in the words that chains and wallets use, as shapes. */
export const FAILURES = FAILURE_TEXTS.map(text => ({ throws: { message: text } }));

export type Random = () => number;

/** A generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A shape of a table: each group is as likely as the others, and each of its shapes. */
export function oneOf<T>(random: Random, groups: readonly (readonly T[])[]): T {
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
  return pick(pick(groups));
}

/** Checks each state of an instance. @returns a function that ends this. @throws from it: what did not hold */
export function checkEach(
  store: { subscribe(listener: () => void): () => void },
  check: () => void,
): () => void {
  const broken: unknown[] = [];
  const unsubscribe = store.subscribe(() => {
    try {
      check();
    } catch (error) {
      broken.push(error);
    }
  });
  return () => {
    unsubscribe();
    for (const error of broken.splice(0)) throw error;
  };
}

/** Gives an answer of a table: what is in `throws` is thrown, and NEVER does not come. */
export function give(shape: unknown): Promise<unknown> {
  if (shape === NEVER) return new Promise(() => {});
  if (typeof shape === 'object' && shape !== null && 'throws' in shape) return Promise.reject(shape.throws);
  return Promise.resolve(shape);
}

/** Lets time pass until a promise settles. @returns what it settled with; 'open' after the limit, in seconds */
export async function within<T>(
  seconds: number,
  promise: Promise<T>,
): Promise<T | { readonly code: string } | 'open'> {
  let end: T | { readonly code: string } | 'open' = 'open';
  promise.then(
    value => {
      end = value;
    },
    (error: unknown) => {
      end = isError(error) ? { code: error.code } : { code: `foreign: ${String(error)}` };
    },
  );
  for (let passed = 0; passed <= seconds && end === 'open'; passed++) {
    await vi.advanceTimersByTimeAsync(passed < 4 ? 250 : 1_000);
    await new Promise(resolve => setImmediate(resolve));
  }
  return end;
}

/** Lets time pass until a condition holds. @returns whether it did before the limit, in seconds */
export async function holdsWithin(seconds: number, condition: () => boolean): Promise<boolean> {
  for (let passed = 0; passed <= seconds && !condition(); passed++) {
    await vi.advanceTimersByTimeAsync(passed < 4 ? 250 : 1_000);
    await new Promise(resolve => setImmediate(resolve));
  }
  return condition();
}

/** How {@link runSequences} runs. */
interface Runs {
  readonly sequences: number;
  /** Time passes by itself. Default: only while something waits. */
  readonly isRealTime?: boolean;
}

/** Runs a sequence for each seed, from LATCHKIT_SEED or a random one. @throws with the seed of the sequence that failed */
export async function runSequences(
  sequence: (seed: number) => Promise<void>,
  { sequences, isRealTime = false }: Runs,
): Promise<void> {
  const first = Number(process.env.LATCHKIT_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const uncaught: unknown[] = [];
  // No modal is mounted here, which every view that opens would say.
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on('unhandledRejection', onUncaught);
  if (!isRealTime)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    for (let at = 0; at < sequences; at++) {
      await sequence(first + at).catch((cause: unknown) => {
        if (process.env.ODD_ALL)
          return void process.stderr.write(
            `ODD ${first + at} ${String(cause).slice(0, 200).replaceAll('\n', ' ')}\n`,
          );
        throw new Error(`Sequence with LATCHKIT_SEED=${first + at} failed: ${String(cause)}`, { cause });
      });
      if (uncaught.length > 0) {
        throw new Error(`Sequence with LATCHKIT_SEED=${first + at} left a rejection: ${String(uncaught[0])}`);
      }
    }
  } finally {
    vi.useRealTimers();
    warned.mockRestore();
    process.off('unhandledRejection', onUncaught);
  }
}

/**
 * A request to a wallet ended as its answer says: with the text that it gave, as refused or as failed.
 *
 * @param given The wallet's answer; undefined: it was not asked.
 * @param text What it must be. Default: any text.
 */
export function expectAnswered(outcome: unknown, given: unknown, text?: string): void {
  expect(outcome, 'an end').not.toBe('open');
  if (typeof outcome === 'string') {
    expect(outcome, 'an answer').toBe(text ?? outcome);
    expect(outcome.length, 'an answer').toBeGreaterThan(3);
    return;
  }
  const { code } = outcome as { readonly code: string };
  expect(code).not.toMatch(/^foreign/);
  if (REFUSALS.some(refusal => refusal === given)) expect(code, 'a refusal').toBe('REQUEST_REJECTED');
  else expect(code, 'a failure').not.toBe('REQUEST_REJECTED');
}
