import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stopTime } from '../host/stoppedTime.test-support.js';
import type { Screen } from '../screen/createScreen.js';
import type { Outcome } from './createApprovalPrompt.js';
import type { ReviewedRequest } from './prepareApproval.js';
import { untilReviewed } from './untilReviewed.js';

beforeEach(stopTime);

/** A screen that is only counted, and attempts that the test ends. */
function setUp() {
  let decide: (outcome: Outcome) => void = () => {};
  const decided = new Promise<Outcome>(resolve => {
    decide = resolve;
  });
  const shown = { screens: 0, retry: undefined as (() => void) | undefined };
  const screen = (): Screen => {
    shown.screens += 1;
    return {
      slow(retry) {
        shown.retry = retry;
      },
      show() {},
      busy() {},
      password: () => '',
    };
  };
  const attempts: { end(found: ReviewedRequest): void; fail(error: Error): void; signal: AbortSignal }[] = [];
  const over = new AbortController();
  const prepare = (signal: AbortSignal) =>
    new Promise<ReviewedRequest>((resolve, reject) => {
      attempts.push({ end: resolve, fail: reject, signal });
    });
  const reviewed = untilReviewed({ screen, decided }, prepare, over.signal);
  // A test may expect its rejection later.
  reviewed.catch(() => {});
  return { shown, attempts, reviewed, decide, over };
}

const request = (id: string) => ({ digests: { each: [id], all: id } }) as unknown as ReviewedRequest;

describe('untilReviewed', () => {
  it('shows nothing for a request that is ready at once', async () => {
    const { shown, attempts, reviewed } = setUp();
    attempts[0]?.end(request('one'));
    expect(await reviewed).toEqual(request('one'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown).toEqual({ screens: 0, retry: undefined });
  });

  it('says after 8 s what it waits for, and starts again when the visitor wants that (UX-30)', async () => {
    const { shown, attempts, reviewed } = setUp();
    await vi.advanceTimersByTimeAsync(7_999);
    expect(shown.retry).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    shown.retry?.();
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    shown.retry = undefined;
    // The first attempt no longer counts, whatever it ends with.
    attempts[0]?.fail(new Error('aborted'));
    await vi.advanceTimersByTimeAsync(8_000);
    expect(shown.retry).toBeDefined();
    attempts[1]?.end(request('two'));
    expect(await reviewed).toEqual(request('two'));
    expect(attempts[1]?.signal.aborted).toBe(false);
  });

  it('ends with the refusal of a visitor who does not want to wait', async () => {
    const { decide, reviewed } = setUp();
    await vi.advanceTimersByTimeAsync(9_000);
    decide({ kind: 'rejected' });
    expect(await reviewed).toEqual({ kind: 'rejected' });
  });

  it('says nothing more once the request has ended', async () => {
    const { shown, over } = setUp();
    over.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown).toEqual({ screens: 0, retry: undefined });
  });
});
