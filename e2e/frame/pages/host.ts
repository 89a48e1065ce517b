import { createEmbeddedFrame, type EmbeddedFrame, type EmbeddedFrameOptions } from 'latchkit/embedded';

declare global {
  interface Window {
    /** Makes a frame of the SDK in this page; its events are kept. */
    readonly makeFrame: (wallet: string, allowed?: boolean) => HostFrame;
  }
}

/** A frame, and what it told. */
export interface HostFrame {
  readonly frame: EmbeddedFrame;
  readonly events: unknown[];
}

const makeFrame = (wallet: string, allowed = true): HostFrame => {
  const options: EmbeddedFrameOptions = {
    wallet,
    projectId: '0'.repeat(32),
    chainId: () => 'eip155:1',
    container: () => document.body,
    title: 'Wallet',
    isAllowed: async () => allowed,
    signal: new AbortController().signal,
  };
  const frame = createEmbeddedFrame(options);
  const events: unknown[] = [];
  frame.on(event => events.push(event));
  return { frame, events };
};

Object.assign(window, { makeFrame });
