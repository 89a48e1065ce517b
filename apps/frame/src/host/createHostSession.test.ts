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
import { describe, expect, it, vi } from 'vitest';
import { account, email, held, rpc, serve, sign } from './hostSession.test-support.js';
import { delivered, stopTime } from './stoppedTime.test-support.js';

describe('createHostSession', () => {
  it("responds with the handler's result, reduced to what the schema defines", async () => {
    const handler = vi.fn(() => ({ action: 'VERIFY_OTP' as const, refreshToken: 'secret' }));
    const { send, answerTo } = serve({ CONNECT_EMAIL: handler });
    const id = send('CONNECT_EMAIL', email);
    await delivered();
    expect(answerTo(id)).toEqual([
      { v: 1, id, type: 'FRAME/CONNECT_EMAIL_SUCCESS', payload: { action: 'VERIFY_OTP' } },
    ]);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('says every 45 s that a request waits for the visitor, until it ends (rows-W2)', async () => {
    stopTime();
    const [device, farcaster] = [held({ action: 'CONNECT' as const }), held({ userName: 'ada' })];
    const { send, post, answers } = serve({
      CONNECT_DEVICE: device.handler,
      CONNECT_FARCASTER: farcaster.handler,
      CONNECT_EMAIL: () => new Promise(() => {}),
    });
    const said = () =>
      answers.flatMap(({ type, payload }) =>
        type === 'FRAME/WAITING' ? [(payload as { id?: string }).id] : [],
      );
    const pass = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await delivered();
    };
    const first = send('CONNECT_DEVICE', {});
    await pass(44_999);
    expect(said()).toEqual([]);
    await pass(1);
    await pass(45_000);
    expect(said()).toEqual([first, first]);
    device.waiting[0]?.release();
    await pass(100_000);
    const second = send('CONNECT_FARCASTER', {});
    await pass(45_000);
    post(writeFrameRequest(crypto.randomUUID(), 'RPC_ABORT', { id: second }));
    await pass(100_000);
    expect(said()).toEqual([first, first, second]);
    // What is not up to the visitor has no more time than others.
    send('CONNECT_EMAIL', email);
    await pass(100_000);
    expect(said()).toHaveLength(3);
  });

  it('SEC-05: responds to an invalid request once, with BAD_MESSAGE or TOO_LARGE, and continues', async () => {
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

  it('SEC-06: survives any envelope and responds to each valid id once', {
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
      // RELOAD closes the page by design.
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

  it('SEC-07: responds to another version with UNSUPPORTED_VERSION and the supported versions', async () => {
    const { post, answerTo } = serve();
    const id = crypto.randomUUID();
    post({ ...writeFrameRequest(id, 'GET_CHAIN_ID', {}), v: 2 });
    await delivered();
    expect(answerTo(id)).toMatchObject([
      { payload: { code: 'UNSUPPORTED_VERSION', message: 'Unsupported protocol version; supported: 1' } },
    ]);
  });

  it('responds to a duplicate id only once', async () => {
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

  it('SEC-11: rejects a second sign-in of any kind with BUSY while the first is in progress', async () => {
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

  it('SEC-12: sends only constant error texts, whatever a handler throws', async () => {
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

  it('responds to a message without a handler as unsupported', async () => {
    const { send, codeOf } = serve();
    const id = send('GET_FARCASTER_URI', {});
    await delivered();
    expect(codeOf(id)).toBe('UNSUPPORTED_METHOD');
  });

  it('responds to up to sixteen reads at the same time', async () => {
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

  it('refuses the 101st message within ten seconds, but never one that ends something', async () => {
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

  it('SEC-68: refuses eth_sign, unlisted methods and a foreign signer without asking the user', async () => {
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

  it('passes every listed read to its handler', async () => {
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

  it('sends events without an id', async () => {
    const { server, answers } = serve();
    server.tell({ type: 'SHOW', payload: { reason: 'approval', height: 420 } });
    await delivered();
    expect(answers).toEqual([{ v: 1, type: 'FRAME/SHOW', payload: { reason: 'approval', height: 420 } }]);
    expect(isFrameErrorCode('toString')).toBe(false);
  });
});
