import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { FrameGreeting } from '../../protocol/frame/frameGreeting.js';
import { delivered, stopTime } from '../messenger/stubFrame.test-support.js';
import { greetFrame } from './greetFrame.js';

/** A page that is greeted, and responds when the test says so. */
function setUp() {
  const greetings: { readonly greeting: FrameGreeting; readonly port: MessagePort }[] = [];
  const target = {
    postMessage(greeting: unknown, _: unknown, transfer?: Transferable[]) {
      greetings.push({ greeting: greeting as FrameGreeting, port: transfer?.[0] as MessagePort });
    },
  };
  const controller = new AbortController();
  const greeted = greetFrame(
    target as Pick<Window, 'postMessage'>,
    'https://wallet.example',
    controller.signal,
  );
  onTestFinished(() => {
    controller.abort();
    for (const { port } of greetings) port.close();
  });
  const answer = async (at: number, change: object = {}) => {
    const one = greetings[at];
    const ready = { lk: 1, type: 'READY', protocol: 1, frameVersion: '1', surfaces: ['frame'] };
    one?.port.postMessage({ ...ready, nonce: one.greeting.nonce, ...change });
    await delivered();
  };
  return { greeted, greetings, answer, controller };
}

describe('greetFrame', () => {
  it('accepts a response to an earlier greeting, and its port', async () => {
    stopTime();
    const { greeted, greetings, answer } = setUp();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(greetings).toHaveLength(3);
    await answer(0);
    const { port, surfaces } = await greeted;
    expect(surfaces).toEqual(['frame']);
    const heard = vi.fn();
    port.addEventListener('message', event => heard((event as MessageEvent).data));
    greetings[0]?.port.postMessage('hello');
    await delivered();
    expect(heard).toHaveBeenCalledWith('hello');
    expect(vi.getTimerCount()).toBe(0);
    port.close();
  });

  it('ignores a response with another nonce or version', async () => {
    stopTime();
    const { greeted, answer } = setUp();
    const settled = vi.fn();
    greeted.then(settled, settled);
    await answer(0, { nonce: crypto.randomUUID() });
    await answer(0, { protocol: 2 });
    await answer(0, { lk: 2 });
    expect(settled).not.toHaveBeenCalled();
    await answer(0);
    expect(settled).toHaveBeenCalledOnce();
  });

  it('SEC-07: gives up when the wallet page supports none of our versions', async () => {
    stopTime();
    const { greeted, answer } = setUp();
    const refused = awaitedLater(
      expect(greeted).rejects.toMatchObject({
        code: 'UNSUPPORTED_VERSION',
        context: { supported: '2, 3' },
      }),
    );
    await answer(0, { type: 'REFUSED', code: 'UNSUPPORTED_VERSION', supported: [2, 3] });
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when its signal is aborted', async () => {
    stopTime();
    const { greeted, controller } = setUp();
    controller.abort();
    await expect(greeted).rejects.toMatchObject({ code: 'ABORTED' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
