import fc from 'fast-check';
import {
  FRAME_ERRORS,
  FRAME_LIMITS,
  FRAME_MESSAGES,
  frameError,
  isFrameErrorCode,
  PASSED_METHODS,
  writeFrameRequest,
} from 'latchkit/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFrameServer } from './createFrameServer.js';
import type { FrameHandlers } from './FrameHandlers.js';
import { delivered, stopTime } from './stoppedTime.test-support.js';

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const email = { email: 'ada@example.com' };
const rpc = (method: string, params: readonly unknown[] = []) => ({
  method,
  params,
  chainId: 'eip155:1',
  chainNamespace: 'eip155',
});
const sign = (text = '0x00', from = account) => rpc('personal_sign', [text, from]);

interface Answer {
  readonly id: string;
  readonly type: string;
  readonly payload: { readonly message?: string; readonly code?: string; readonly retryAfter?: number };
}

/** A server behind a real port, and the host's end of it. */
function serve(handlers: FrameHandlers = {}) {
  const { port1, port2 } = new MessageChannel();
  const answers: Answer[] = [];
  const onReload = vi.fn();
  port1.addEventListener('message', event => answers.push((event as MessageEvent).data as Answer));
  port1.start();
  const server = createFrameServer(port2, handlers, { accounts: () => [account], onReload });
  onTestFinished(() => {
    server.close();
    port1.close();
  });
  const post = (message: unknown) => port1.postMessage(message);
  const send = (type: keyof typeof FRAME_MESSAGES, payload: unknown) => {
    const id = crypto.randomUUID();
    post(writeFrameRequest(id, type, payload));
    return id;
  };
  const answerTo = (id: string) => answers.filter(answer => answer.id === id);
  const codeOf = (id: string) => answerTo(id)[0]?.payload.code;
  return { server, answers, post, send, answerTo, codeOf, onReload };
}

/** A handler that waits until the test lets it go. */
function held<T>(answer: T) {
  const waiting: { release: () => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  return {
    waiting,
    handler: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ release: () => resolve(answer), reject, signal });
      }),
  };
}

describe('createFrameServer', () => {
  it('answers a request with what its handler answers, and with no more than the schema knows', async () => {
    const handler = vi.fn(() => ({ action: 'VERIFY_OTP' as const, refreshToken: 'secret' }));
    const { send, answerTo } = serve({ CONNECT_EMAIL: handler });
    const id = send('CONNECT_EMAIL', email);
    await delivered();
    expect(answerTo(id)).toEqual([
      { v: 1, id, type: 'FRAME/CONNECT_EMAIL_SUCCESS', payload: { action: 'VERIFY_OTP' } },
    ]);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('SEC-05: answers what is no request once, with BAD_MESSAGE or TOO_LARGE, and goes on', async () => {
    const { post, send, answerTo, codeOf } = serve({ GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }) });
    const cycle: { me?: unknown } = {};
    cycle.me = cycle;
    const payloads = [
      cycle,
      { email: 'x'.repeat(257 * 1_024) },
      { email: 7 },
      { ...email, extra: 1 },
      new Map(),
    ];
    const ids = payloads.map(payload => send('CONNECT_EMAIL', payload));
    const unknown = crypto.randomUUID();
    post({ v: 1, id: unknown, type: 'APP/NOTHING', payload: {} });
    const poisoned = crypto.randomUUID();
    post({
      v: 1,
      id: poisoned,
      type: 'APP/CONNECT_EMAIL',
      payload: JSON.parse('{"__proto__":{},"email":"a@b.co"}'),
    });
    post('garbage');
    const fine = send('GET_CHAIN_ID', {});
    await delivered();
    const codes = [...ids, unknown, poisoned].map(codeOf);
    expect(codes).toEqual(['BAD_MESSAGE', 'TOO_LARGE', ...Array(5).fill('BAD_MESSAGE')]);
    for (const id of [...ids, unknown, poisoned]) expect(answerTo(id)).toHaveLength(1);
    expect(answerTo(fine)).toMatchObject([{ type: 'FRAME/GET_CHAIN_ID_SUCCESS' }]);
  });

  it('SEC-06: stays alive under any envelopes, and answers each valid id once', {
    timeout: 300_000,
  }, async () => {
    stopTime();
    const runs = process.env.LATCHKIT_FULL ? 100_000 : 5_000;
    const { post, answers, send, answerTo } = serve({
      GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
      CONNECT_EMAIL: () => {
        throw new Error('database at 10.0.0.7 is down');
      },
      RPC_REQUEST: () => '0x',
    });
    const ids = fc.oneof(fc.uuid({ version: 4 }), fc.string(), fc.constant(undefined));
    const types = fc.oneof(
      fc.constantFrom(...Object.keys(FRAME_MESSAGES).map(name => `APP/${name}`)),
      fc.constantFrom('APP/__proto__', 'APP/', 'FRAME/READY', 'INIT'),
      fc.string(),
    );
    const payloads = fc.oneof(
      fc.constantFrom(
        {},
        email,
        sign(),
        rpc('eth_call'),
        rpc('eth_sign'),
        { otp: '1' },
        { chainId: 'eip155:1' },
      ),
      fc.object({ maxDepth: 4, withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
      fc.anything(),
    );
    const envelopes = fc.record(
      { v: fc.constantFrom<unknown>(1, 1, 1, 2, 0, '1', null), id: ids, type: types, payload: payloads },
      { requiredKeys: [] },
    );
    const valid = new Map<string, number>();
    for (const [at, envelope] of fc.sample(envelopes, { numRuns: runs, seed: 65_537 }).entries()) {
      // RELOAD ends the page, which is its purpose.
      if (envelope.type === 'APP/RELOAD') continue;
      const { id } = envelope;
      try {
        post(envelope);
      } catch {
        continue; // Functions and symbols: no browser carries them.
      }
      if (typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) valid.set(id, (valid.get(id) ?? 0) + 1);
      if (at % 50 === 0) {
        await delivered();
        await vi.advanceTimersByTimeAsync(10_001);
      }
    }
    await delivered();
    await vi.advanceTimersByTimeAsync(FRAME_LIMITS.approvalLife);
    await delivered();
    const counts = new Map<string, number>();
    for (const { id } of answers) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(valid.size).toBeGreaterThan(runs / 5);
    expect([...counts.keys()].sort()).toEqual([...valid.keys()].sort());
    expect([...counts.values()].filter(count => count !== 1)).toEqual([]);
    expect(JSON.stringify(answers)).not.toContain('10.0.0.7');
    const last = send('GET_CHAIN_ID', {});
    await delivered();
    expect(answerTo(last)).toMatchObject([{ type: 'FRAME/GET_CHAIN_ID_SUCCESS' }]);
  });

  it('SEC-07: answers another version with UNSUPPORTED_VERSION and the versions that there are', async () => {
    const { post, answerTo } = serve();
    const id = crypto.randomUUID();
    post({ ...writeFrameRequest(id, 'GET_CHAIN_ID', {}), v: 2 });
    await delivered();
    expect(answerTo(id)).toMatchObject([
      { payload: { code: 'UNSUPPORTED_VERSION', message: 'Unsupported protocol version; supported: 1' } },
    ]);
  });

  it('answers an id that comes twice only once', async () => {
    const handler = vi.fn(() => ({ chainId: 'eip155:1' }));
    const { post, answerTo } = serve({ GET_CHAIN_ID: handler });
    const id = crypto.randomUUID();
    post(writeFrameRequest(id, 'GET_CHAIN_ID', {}));
    post(writeFrameRequest(id, 'GET_CHAIN_ID', {}));
    await delivered();
    post(writeFrameRequest(id, 'CONNECT_EMAIL', email));
    await delivered();
    expect(answerTo(id)).toHaveLength(1);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('SEC-11: a second sign-in while the first is under way is BUSY, of whatever kind', async () => {
    const { handler, waiting } = held({ action: 'VERIFY_OTP' as const });
    const { send, answerTo, codeOf } = serve({ CONNECT_EMAIL: handler, CONNECT_OTP: () => ({}) });
    const first = send('CONNECT_EMAIL', email);
    const second = send('CONNECT_EMAIL', email);
    const otp = send('CONNECT_OTP', { otp: '001234' });
    await delivered();
    expect([codeOf(second), codeOf(otp)]).toEqual(['BUSY', 'BUSY']);
    waiting[0]?.release();
    await delivered();
    expect(answerTo(first)).toMatchObject([{ type: 'FRAME/CONNECT_EMAIL_SUCCESS' }]);
    const third = send('CONNECT_OTP', { otp: '001234' });
    await delivered();
    expect(answerTo(third)).toMatchObject([{ type: 'FRAME/CONNECT_OTP_SUCCESS' }]);
  });

  it('SEC-12: says constants alone, whatever a handler throws', async () => {
    const thrown = [
      new Error('SELECT * FROM users'),
      frameError('OTP_INVALID'),
      'text',
      { code: 'REJECTED' },
      undefined,
    ];
    const { send, answers } = serve({
      GET_CHAIN_ID: () => {
        throw thrown.shift();
      },
    });
    for (const _ of [...thrown]) send('GET_CHAIN_ID', {});
    await delivered();
    const constant = (code: keyof typeof FRAME_ERRORS) => ({ message: FRAME_ERRORS[code], code });
    expect(answers.map(({ payload }) => payload)).toEqual([
      constant('INTERNAL'),
      constant('OTP_INVALID'),
      constant('INTERNAL'),
      constant('INTERNAL'),
      constant('INTERNAL'),
    ]);
  });

  it('answers a message that no handler is there for as not supported', async () => {
    const { send, codeOf } = serve();
    const id = send('GET_FARCASTER_URI', {});
    await delivered();
    expect(codeOf(id)).toBe('UNSUPPORTED_METHOD');
  });

  it('answers reads at the same time, up to sixteen', async () => {
    const { handler, waiting } = held('0x');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const ids = Array.from({ length: 17 }, () => send('RPC_REQUEST', rpc('eth_call')));
    await delivered();
    expect(waiting).toHaveLength(16);
    expect(codeOf(ids[16] ?? '')).toBe('BUSY');
    waiting[15]?.release();
    await delivered();
    expect(answerTo(ids[15] ?? '')).toMatchObject([{ payload: '0x' }]);
    expect(answerTo(ids[0] ?? '')).toEqual([]);
  });

  it('SEC-67: shows one request for approval after the other; a sixth is BUSY', async () => {
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const ids = Array.from({ length: 6 }, (_, at) => send('RPC_REQUEST', sign(`0x0${at}`)));
    await delivered();
    expect(waiting).toHaveLength(1);
    expect(codeOf(ids[5] ?? '')).toBe('BUSY');
    waiting[0]?.release();
    await delivered();
    expect(answerTo(ids[0] ?? '')).toMatchObject([{ payload: '0xsigned' }]);
    expect(waiting).toHaveLength(2);
  });

  it('SEC-67: the 31st request for approval within a minute is RATE_LIMITED', async () => {
    stopTime();
    const { send, codeOf } = serve({ RPC_REQUEST: () => '0xsigned' });
    for (let at = 0; at < FRAME_LIMITS.approvalRate; at++) {
      const id = send('RPC_REQUEST', sign());
      await delivered();
      expect(codeOf(id)).toBeUndefined();
    }
    const late = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(late)).toBe('RATE_LIMITED');
    await vi.advanceTimersByTimeAsync(60_000);
    const later = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(later)).toBeUndefined();
  });

  it('SEC-67: three refusals within a minute bring a pause of 30 s', async () => {
    stopTime();
    let refuse = true;
    const { send, answerTo, codeOf } = serve({
      RPC_REQUEST: () => {
        if (refuse) throw frameError('REJECTED');
        return '0xsigned';
      },
    });
    for (let at = 0; at < 3; at++) {
      const id = send('RPC_REQUEST', sign());
      await delivered();
      expect(codeOf(id)).toBe('REJECTED');
    }
    refuse = false;
    await vi.advanceTimersByTimeAsync(10_000);
    const paused = send('RPC_REQUEST', sign());
    await delivered();
    expect(answerTo(paused)).toMatchObject([
      { payload: { code: 'COOLDOWN', message: 'Please try again after 20 seconds', retryAfter: 20 } },
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    const after = send('RPC_REQUEST', sign());
    await delivered();
    expect(codeOf(after)).toBeUndefined();
  });

  it('refuses the 101st message within ten seconds, and never one that ends something', async () => {
    stopTime();
    const { send, answerTo, codeOf } = serve({
      GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
      SIGN_OUT: () => ({}),
    });
    for (let at = 0; at < FRAME_LIMITS.messages; at += 10) {
      for (let ten = 0; ten < 10; ten++) send('GET_CHAIN_ID', {});
      await delivered();
    }
    const over = send('GET_CHAIN_ID', {});
    const out = send('SIGN_OUT', {});
    await delivered();
    expect(codeOf(over)).toBe('RATE_LIMITED');
    expect(answerTo(out)).toMatchObject([{ type: 'FRAME/SIGN_OUT_SUCCESS' }]);
    await vi.advanceTimersByTimeAsync(10_000);
    const later = send('GET_CHAIN_ID', {});
    await delivered();
    expect(codeOf(later)).toBeUndefined();
  });

  it('SEC-68: refuses eth_sign, unlisted methods and a foreign signer without asking anybody', async () => {
    const handler = vi.fn(() => '0x');
    const { send, codeOf } = serve({ RPC_REQUEST: handler });
    const foreign = `0x${'1'.repeat(40)}`;
    const ids = [
      send('RPC_REQUEST', rpc('eth_sign', [account, '0x00'])),
      send('RPC_REQUEST', rpc('eth_signTransaction', [{ from: account }])),
      send('RPC_REQUEST', sign('0x00', foreign)),
      send('RPC_REQUEST', rpc('eth_sendTransaction', [{ from: foreign, to: account }])),
      send('RPC_REQUEST', { ...sign(), chainId: 'solana:1' }),
    ];
    const own = send('RPC_REQUEST', sign('0x00', account.toLowerCase()));
    await delivered();
    expect(ids.map(codeOf)).toEqual([
      'UNSUPPORTED_METHOD',
      'UNSUPPORTED_METHOD',
      'REJECTED',
      'REJECTED',
      'BAD_MESSAGE',
    ]);
    expect(codeOf(own)).toBeUndefined();
    expect(handler).toHaveBeenCalledOnce();
  });

  it('passes every read of the list to its handler', async () => {
    const asked: string[] = [];
    const { send } = serve({
      RPC_REQUEST: ({ method }) => {
        asked.push(method);
        return null;
      },
    });
    const own: Partial<Record<string, readonly unknown[]>> = {
      eth_sendRawTransaction: ['0x00'],
      wallet_getCapabilities: [account],
      wallet_getCallsStatus: ['0x00'],
      wallet_getAssets: [{ account }],
    };
    for (const method of PASSED_METHODS) {
      send('RPC_REQUEST', rpc(method, own[method]));
      await delivered();
    }
    expect(asked).toEqual([...PASSED_METHODS]);
  });

  it('SEC-10: an aborted request is answered at once, and its handler cannot answer any more', async () => {
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo } = serve({ RPC_REQUEST: handler });
    const first = send('RPC_REQUEST', sign());
    const second = send('RPC_REQUEST', sign('0x01'));
    await delivered();
    const abort = send('RPC_ABORT', { id: first });
    await delivered();
    expect(answerTo(first)).toMatchObject([{ payload: { code: 'ABORTED', message: 'Request was aborted' } }]);
    expect(answerTo(abort)).toMatchObject([{ type: 'FRAME/RPC_ABORT_SUCCESS' }]);
    expect(waiting[0]?.signal.aborted).toBe(true);
    waiting[0]?.release();
    await delivered();
    expect(answerTo(first)).toHaveLength(1);
    // The queue goes on with the next.
    expect(waiting).toHaveLength(2);
    expect(answerTo(second)).toEqual([]);
  });

  it('aborts what waits for the visitor when no id is named, and no read [PERM-06]', async () => {
    const { handler, waiting } = held('0x');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const read = send('RPC_REQUEST', rpc('eth_call'));
    const approvals = [send('RPC_REQUEST', sign()), send('RPC_REQUEST', sign('0x01'))];
    await delivered();
    send('RPC_ABORT', {});
    await delivered();
    expect(approvals.map(codeOf)).toEqual(['ABORTED', 'ABORTED']);
    waiting[0]?.release();
    await delivered();
    expect(answerTo(read)).toMatchObject([{ payload: '0x' }]);
  });

  it.each([
    ['SIGN_OUT', {}],
    ['SWITCH_NETWORK', { chainId: 'eip155:10' }],
    ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
  ] as const)('%s ends the requests that wait for the visitor', async (type, payload) => {
    const { handler } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({
      RPC_REQUEST: handler,
      SIGN_OUT: () => ({}),
      SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
      SET_PREFERRED_ACCOUNT: ({ type }) => ({ type, address: account }),
    });
    const waiting = send('RPC_REQUEST', sign());
    await delivered();
    const ending = send(type, payload);
    await delivered();
    expect(codeOf(waiting)).toBe('ABORTED');
    expect(answerTo(ending)).toMatchObject([{ type: `FRAME/${type}_SUCCESS` }]);
  });

  it('signs out while a sign-in is under way', async () => {
    const { handler } = held({ action: 'VERIFY_OTP' as const });
    const { send, answerTo } = serve({ CONNECT_DEVICE: handler, SIGN_OUT: () => ({}) });
    const device = send('CONNECT_DEVICE', {});
    await delivered();
    const out = send('SIGN_OUT', {});
    await delivered();
    expect(answerTo(device)).toMatchObject([
      { payload: { code: 'ABORTED', message: 'Something went wrong' } },
    ]);
    expect(answerTo(out)).toMatchObject([{ type: 'FRAME/SIGN_OUT_SUCCESS' }]);
  });

  it('gives up a request that nobody decides about within five minutes', async () => {
    stopTime();
    const { handler, waiting } = held('0xsigned');
    const { send, answerTo, codeOf } = serve({ RPC_REQUEST: handler });
    const id = send('RPC_REQUEST', sign());
    await delivered();
    await vi.advanceTimersByTimeAsync(FRAME_LIMITS.approvalLife - 1);
    await delivered();
    expect(answerTo(id)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await delivered();
    expect(codeOf(id)).toBe('TIMEOUT');
    expect(waiting[0]?.signal.aborted).toBe(true);
  });

  it('reads nothing after a reload', async () => {
    const { send, answerTo, onReload } = serve({
      RELOAD: () => ({}),
      GET_CHAIN_ID: () => ({ chainId: 'eip155:1' }),
    });
    const reload = send('RELOAD', {});
    await delivered();
    const after = send('GET_CHAIN_ID', {});
    await delivered();
    expect(answerTo(reload)).toMatchObject([{ type: 'FRAME/RELOAD_SUCCESS' }]);
    expect(onReload).toHaveBeenCalledOnce();
    expect(answerTo(after)).toEqual([]);
  });

  it('tells events without an id', async () => {
    const { server, answers } = serve();
    server.tell({ type: 'SHOW', payload: { reason: 'approval', height: 420 } });
    await delivered();
    expect(answers).toEqual([{ v: 1, type: 'FRAME/SHOW', payload: { reason: 'approval', height: 420 } }]);
    expect(isFrameErrorCode('toString')).toBe(false);
  });
});
