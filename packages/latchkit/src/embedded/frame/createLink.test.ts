import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FrameGreeting } from '../../protocol/frame/frameGreeting.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import { delivered, stopTime } from '../messenger/stubFrame.test-support.js';
import { createLink } from './createLink.js';
import type { GreetingTarget } from './greetFrame.js';

describe('createLink', () => {
  it('is ready half a second after the page reports it, and not before', async () => {
    stopTime();
    const ports: MessagePort[] = [];
    const onMet = vi.fn();
    const onReady = vi.fn();
    const link = createLink({
      origin: 'https://wallet.example',
      onEvent: () => {},
      onMet,
      onReady,
      onRefused: error => expect.fail(String(error)),
    });
    onTestFinished(() => {
      link.lose();
      for (const port of ports) port.close();
    });
    const ready = { lk: 1, type: 'READY', protocol: 1, frameVersion: '1', surfaces: ['frame'] };
    const target = {
      postMessage({ nonce }: FrameGreeting, _: unknown, [port]: readonly MessagePort[]) {
        if (port === undefined) return;
        ports.push(port);
        port.postMessage({ ...ready, nonce });
      },
    };
    link.greet(target as unknown as GreetingTarget);
    await delivered();
    expect(onMet).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(FRAME_TIMES.readyDelay - 1);
    expect(onReady).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onReady).toHaveBeenCalledOnce();
    await link.ready();
  });
});
