import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import type { FrameMessage } from '../../protocol/frame/frameMessages.js';
import { createMessenger } from './createMessenger.js';
import { createStubFrame, delivered, stopTime } from './stubFrame.test-support.js';

const setUp = () => {
  const stub = createStubFrame();
  const events: FrameEvent[] = [];
  const messenger = createMessenger(stub.port, event => events.push(event));
  onTestFinished(() => messenger.close());
  return { stub, events, messenger, call: messenger.call };
};
const email = { email: 'ada@example.com' };
const params: unknown[] = [];
const read = { method: 'eth_call', params, chainId: 'eip155:1', chainNamespace: 'eip155' as const };
const sign = { ...read, method: 'personal_sign', params: ['0x00', `0x${'1'.repeat(40)}`] };

describe('createMessenger', () => {
  it('settles a call with the payload of its success', async () => {
    const { stub, call } = setUp();
    const asked = awaitedLater(call('CONNECT_EMAIL', email));
    const message = await stub.next();
    expect(message).toMatchObject({ v: 1, type: 'APP/CONNECT_EMAIL', payload: email });
    stub.succeed(message, { action: 'VERIFY_OTP', unknown: 1 });
    await expect(asked).resolves.toEqual({ action: 'VERIFY_OTP' });
  });

  it('rejects a call with the message of its error', async () => {
    const { stub, call } = setUp();
    const asked = awaitedLater(call('CONNECT_OTP', { otp: '001234' }));
    stub.fail(await stub.next(), { message: 'The code is wrong', code: 'OTP_INVALID' });
    await expect(asked).rejects.toMatchObject({ code: 'OTP_INVALID', message: 'The code is wrong' });
  });

  it("rejects with 'An error occurred' when the error has no message [ERR-29]", async () => {
    const { stub, call } = setUp();
    for (const payload of [{}, { message: '' }, { message: null }, { message: 7 }, null]) {
      const asked = awaitedLater(call('GET_CHAIN_ID', {}));
      stub.fail(await stub.next(), payload);
      await expect(asked).rejects.toMatchObject({ code: 'INTERNAL', message: 'An error occurred' });
    }
  });

  it("recognises a domain that the frame refuses as 'unverified domain' [ERR-34]", async () => {
    const { stub, call } = setUp();
    const asked = awaitedLater(call('CONNECT_EMAIL', email));
    stub.fail(await stub.next(), { message: 'unverified domain', code: 'ORIGIN_NOT_ALLOWED' });
    await expect(asked).rejects.toMatchObject({ context: { kind: 'unverified domain' } });
  });

  it('rejects an invalid email, code or provider before anything is sent [VAL-01] [VAL-02] [VAL-03] [ERR-81]', async () => {
    const { stub, call } = setUp();
    const refused = [
      call('CONNECT_EMAIL', { email: 'ada' }),
      call('UPDATE_EMAIL', { email: 'ada' }),
      call('CONNECT_OTP', { otp: 1234 } as never),
      call('GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' } as never),
      call('RPC_REQUEST', { ...read, chainNamespace: 'starknet' } as never),
    ];
    for (const one of refused) {
      await expect(one).rejects.toMatchObject({
        code: 'BAD_MESSAGE',
        message: expect.stringContaining('Invalid'),
      });
    }
    await delivered();
    expect(stub.sent).toEqual([]);
  });

  it('sends nothing that is not JSON or too large', async () => {
    const { stub, call } = setUp();
    await expect(call('RPC_REQUEST', { ...read, params: [1n] })).rejects.toMatchObject({
      code: 'BAD_MESSAGE',
    });
    const large = { ...read, params: ['x'.repeat(300_000)] };
    await expect(call('RPC_REQUEST', large)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await delivered();
    expect(stub.sent).toEqual([]);
  });

  it('SEC-64: sends what the payload was when it was handed over', async () => {
    const { stub, call } = setUp();
    const params = ['0x00', `0x${'1'.repeat(40)}`];
    void call('RPC_REQUEST', { ...sign, params }).catch(() => {});
    params[0] = '0xff';
    expect(await stub.next()).toMatchObject({ payload: { params: ['0x00', params[1]] } });
  });

  it.each<[FrameMessage, object]>([
    ['CONNECT_SOCIAL', { uri: 'https://wallet.example/window/done?rc=1' }],
    ['CONNECT_EMAIL', email],
    ['CONNECT_DEVICE', {}],
    ['CONNECT_OTP', { otp: '001234' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
  ])(
    '%s: rejects at 120 s, not before [TIME-02], as iframe_request_timeout [ERR-33]',
    async (type, payload) => {
      stopTime();
      const { stub, call } = setUp();
      const failed = vi.fn();
      call(type, payload as never).catch(failed);
      const message = await stub.next();
      await vi.advanceTimersByTimeAsync(119_999);
      expect(failed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(failed.mock.calls[0]?.[0]).toMatchObject({
        code: 'TIMEOUT',
        context: { kind: 'iframe_request_timeout' },
      });
      expect(await stub.next()).toMatchObject({ type: 'APP/RPC_ABORT', payload: { id: message.id } });
    },
  );

  it.each<[FrameMessage, object]>([
    ['CONNECT_SOCIAL', { uri: 'https://wallet.example/window/done?rc=1' }],
    ['CONNECT_DEVICE', {}],
    ['CONNECT_FARCASTER', {}],
  ])(
    '%s: gives the visitor time while the page says that it waits, and ends it once when the page is silent (rows-W2)',
    async (type, payload) => {
      stopTime();
      const { stub, events, call } = setUp();
      const failed = vi.fn();
      call(type, payload as never).catch(failed);
      const { id } = await stub.next();
      for (let minute = 0; minute < 10; minute += 1) {
        await vi.advanceTimersByTimeAsync(60_000);
        stub.post({ v: 1, type: 'FRAME/WAITING', payload: { id } });
        await delivered();
      }
      // Another request's wait is not this one's.
      stub.post({ v: 1, type: 'FRAME/WAITING', payload: { id: crypto.randomUUID() } });
      await vi.advanceTimersByTimeAsync(119_999);
      expect([failed.mock.calls, stub.sent.length, events]).toEqual([[], 1, []]);
      await vi.advanceTimersByTimeAsync(1);
      expect(failed.mock.calls).toEqual([[expect.objectContaining({ code: 'TIMEOUT' })]]);
    },
  );

  it('gives a visitor half an hour at most, and no more time to what is not up to the visitor (rows-W2)', async () => {
    stopTime();
    const { stub, call } = setUp();
    const ends: [string, number][] = [];
    const start = Date.now();
    const ask = (type: FrameMessage, payload: object) =>
      call(type, payload as never).catch(() => ends.push([type, Date.now() - start]));
    void ask('CONNECT_DEVICE', {});
    void ask('CONNECT_EMAIL', email);
    const ids = [(await stub.next()).id, (await stub.next()).id];
    for (let minute = 0; minute < 40; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      for (const id of ids) stub.post({ v: 1, type: 'FRAME/WAITING', payload: { id } });
      await delivered();
    }
    expect(ends).toEqual([
      ['CONNECT_EMAIL', 120_000],
      ['CONNECT_DEVICE', 1_800_000],
    ]);
  });

  it('gives a read from a chain 10 s, and an approval by the visitor its own time [TIME-16] (rows-K4)', async () => {
    stopTime();
    const { stub, call } = setUp();
    const [late, approved] = [vi.fn(), vi.fn()];
    call('RPC_REQUEST', read).catch(late);
    call('RPC_REQUEST', sign).catch(approved);
    await stub.next();
    await stub.next();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(late.mock.calls[0]?.[0]).toMatchObject({ code: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(approved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(approved).toHaveBeenCalledOnce();
  });

  it('SEC-09: drops an answer after the time-out', async () => {
    stopTime();
    const { stub, events, call } = setUp();
    const asked = call('GET_CHAIN_ID', {});
    const settled = awaitedLater(expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' }));
    const message = await stub.next();
    await vi.advanceTimersByTimeAsync(15_000);
    await settled;
    stub.succeed(message, { chainId: 'eip155:1' });
    await delivered();
    await settled;
    expect(events).toEqual([]);
  });

  it("rejects an aborted RPC request with 'Request was aborted', and ends it at the wallet [ERR-27]", async () => {
    const { stub, call } = setUp();
    const controller = new AbortController();
    const asked = awaitedLater(call('RPC_REQUEST', sign, { signal: controller.signal }));
    const message = await stub.next();
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED', message: 'Request was aborted' });
    expect(await stub.next()).toMatchObject({ type: 'APP/RPC_ABORT', payload: { id: message.id } });
  });

  it("rejects any other aborted message with 'Something went wrong' [ERR-28]", async () => {
    const { stub, call } = setUp();
    const controller = new AbortController();
    const asked = awaitedLater(call('CONNECT_DEVICE', {}, { signal: controller.signal }));
    await stub.next();
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED', message: 'Something went wrong' });
    await expect(call('CONNECT_DEVICE', {}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it('settles everything when it closes, and sends nothing afterwards', async () => {
    const { stub, messenger, call } = setUp();
    const asked = [call('CONNECT_DEVICE', {}), call('RPC_REQUEST', sign)];
    await stub.next();
    await stub.next();
    messenger.close();
    await expect(asked[0]).rejects.toMatchObject({ message: 'Something went wrong' });
    await expect(asked[1]).rejects.toMatchObject({ message: 'Request was aborted' });
    await expect(call('GET_CHAIN_ID', {})).rejects.toMatchObject({ code: 'ABORTED' });
    expect(stub.sent).toHaveLength(2);
  });

  it('accepts only responses to its own messages, in the right form', async () => {
    const { stub, call } = setUp();
    const asked = awaitedLater(call('GET_CHAIN_ID', {}));
    const message = await stub.next();
    stub.succeed({ ...message, id: crypto.randomUUID() }, { chainId: 'eip155:2' });
    stub.post({ ...message, type: 'FRAME/GET_CHAIN_ID_SUCCESS', v: 2, payload: { chainId: 'eip155:3' } });
    stub.post('garbage');
    stub.succeed(message, { chainId: 'eip155:1' });
    await expect(asked).resolves.toEqual({ chainId: 'eip155:1' });
    const wrong = awaitedLater(call('GET_CHAIN_ID', {}));
    stub.succeed(await stub.next(), { chainId: 'not CAIP-2' });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
    const other = awaitedLater(call('GET_CHAIN_ID', {}));
    stub.succeed({ ...(await stub.next()), type: 'APP/SWITCH_NETWORK' }, { chainId: 'eip155:1' });
    await expect(other).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
  });

  it('passes on the events that it knows', async () => {
    const { stub, events } = setUp();
    stub.post({ v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 'eip155:10' } });
    stub.post({ v: 1, type: 'FRAME/CHAIN_CHANGED', payload: { chainId: 7 } });
    stub.post({ v: 1, type: 'FRAME/TELEPORT', payload: {} });
    stub.post({ v: 1, type: 'FRAME/HIDE', payload: {} });
    await delivered();
    expect(events).toEqual([
      { type: 'CHAIN_CHANGED', payload: { chainId: 'eip155:10' } },
      { type: 'HIDE', payload: {} },
    ]);
  });

  it('delays reads at the limits of the wallet page, but not actions of the visitor', async () => {
    stopTime();
    const { stub, messenger, call } = setUp();
    const reads = Array.from({ length: 200 }, () => call('RPC_REQUEST', read));
    const settled = Promise.allSettled(reads);
    await delivered();
    expect(stub.sent).toHaveLength(16);
    void call('RPC_REQUEST', sign).catch(() => {});
    await delivered();
    expect(stub.sent).toHaveLength(17);
    const answered = new Set<string>();
    const answerAll = async () => {
      for (let round = 0; round < 20; round++) {
        for (const message of stub.sent) {
          if (answered.has(message.id) || !JSON.stringify(message).includes('eth_call')) continue;
          answered.add(message.id);
          stub.succeed(message, '0x');
        }
        await delivered();
      }
    };
    await answerAll();
    // The limit is 100 within ten seconds, of which 20 are reserved for the visitor.
    expect(stub.sent).toHaveLength(80);
    for (let window = 0; window < 3; window++) {
      await vi.advanceTimersByTimeAsync(10_000);
      await answerAll();
    }
    expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
    messenger.close();
  });
});
