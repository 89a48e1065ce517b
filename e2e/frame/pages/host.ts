import {
  createEmbeddedFrame,
  type EmbeddedFrame,
  type EmbeddedFrameOptions,
} from '../../../packages/latchkit/src/embedded/frame/createEmbeddedFrame.js';

declare global {
  interface Window {
    /** Creates a frame of the SDK in this page and records its events. */
    readonly makeFrame: (wallet: string, allowed?: boolean) => HostFrame;
  }
}

/** A frame and its events. */
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
