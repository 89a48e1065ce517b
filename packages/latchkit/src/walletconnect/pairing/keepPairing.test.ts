import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createError } from '../../protocol/errors.js';
import type { Proposal } from '../dapp/propose.js';
import type { Session } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';
import { keepPairing } from './keepPairing.js';

interface Made extends Proposal {
  resolve(session: Session): void;
  reject(error: unknown): void;
  readonly signal: AbortSignal;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
});
afterEach(() => vi.useRealTimers());

function keep(signal?: AbortSignal, prepare?: () => Promise<void>) {
  const made: Made[] = [];
  const links: string[] = [];
  const kept = keepPairing({
    ...{ signal, prepare },
    onLink: ({ uri }) => links.push(uri),
    propose(own) {
      const { promise: approval, ...settle } = withResolvers<Session>();
      const uri = `wc:${made.length}`;
      made.push({
        uri,
        pairingTopic: uri,
        expiry: Date.now() / 1_000 + 240,
        approval,
        signal: own,
        ...settle,
      });
      approval.catch(() => {});
      return made.at(-1) as Made;
    },
  });
  return { kept, made, links };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('keepPairing', () => {
  it('renews the link when 4 minutes have passed [TIME-13]', async () => {
    const { links } = keep();
    expect(links).toEqual(['wc:0']);
    await vi.advanceTimersByTimeAsync(239_999);
    expect(links).toEqual(['wc:0']);
    await vi.advanceTimersByTimeAsync(1);
    expect(links).toEqual(['wc:0', 'wc:1']);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(links).toEqual(['wc:0', 'wc:1', 'wc:2']);
  });

  it('keeps the link with 11 s left and creates a new one with 9 s left [TIME-14]', async () => {
    const { kept } = keep();
    await vi.advanceTimersByTimeAsync(229_000);
    expect(kept.current().uri).toBe('wc:0');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept.current().uri).toBe('wc:1');
    expect(kept.current().uri).toBe('wc:1');
  });

  it('retries 1 s after a relay failure, and not before [TIME-15]', async () => {
    const { made, links } = keep();
    made[0]?.reject(walletConnectError('WC_RELAY_TIMEOUT'));
    await vi.advanceTimersByTimeAsync(999);
    expect(links).toEqual(['wc:0']);
    await vi.advanceTimersByTimeAsync(1);
    expect(links).toEqual(['wc:0', 'wc:1']);
  });

  it('accepts a session from an earlier link and cancels the others', async () => {
    const { kept, made } = keep();
    await vi.advanceTimersByTimeAsync(240_000);
    const session = { topic: 'a' } as Session;
    made[0]?.resolve(session);
    expect(await kept.approval).toBe(session);
    expect(made[1]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(made).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when the visitor refuses, but not when an earlier link expires', async () => {
    const { kept, made } = keep();
    await vi.advanceTimersByTimeAsync(240_000);
    made[0]?.reject(walletConnectError('WC_PROPOSAL_EXPIRED'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(made).toHaveLength(2);
    made[1]?.reject(createError('CONNECTION_REJECTED'));
    await expect(kept.approval).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('prepares each link before creating it, and creates one immediately for a caller that cannot wait', async () => {
    const steps: string[] = [];
    let { promise, resolve } = withResolvers<void>();
    const { kept, links } = keep(undefined, () => {
      steps.push('prepare');
      return promise;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(links).toEqual([]);
    expect(kept.current().uri).toBe('wc:0');
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(links).toEqual(['wc:0', 'wc:1']);
    ({ promise, resolve } = withResolvers<void>());
    await vi.advanceTimersByTimeAsync(240_000);
    expect(links).toEqual(['wc:0', 'wc:1']);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([links, steps]).toEqual([
      ['wc:0', 'wc:1', 'wc:2'],
      ['prepare', 'prepare'],
    ]);
  });

  it('ends when its signal is aborted', async () => {
    const end = new AbortController();
    const { kept, made } = keep(end.signal);
    end.abort(createError('MODAL_CLOSED'));
    await expect(kept.approval).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    expect(made[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
