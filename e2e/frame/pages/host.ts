import {
  createEmbeddedFrame,
  type EmbeddedFrame,
  type EmbeddedFrameOptions,
} from '../../../packages/latchkit/src/embedded/frame/createEmbeddedFrame.js';
import { pinFrame } from '../../../packages/latchkit/src/embedded/frame/pinFrame.js';

declare global {
  interface Window {
    /** Creates a frame of the SDK in this page and records its events. */
    readonly makeFrame: (
      wallet: string,
      allowed?: boolean,
      manifestKey?: string,
      vault?: string,
    ) => HostFrame;
  }
}

/** A frame and its events. */
export interface HostFrame {
  readonly frame: EmbeddedFrame;
  readonly events: unknown[];
}

const makeFrame = (wallet: string, allowed = true, manifestKey?: string, vault?: string): HostFrame => {
  const options: EmbeddedFrameOptions = {
    wallet,
    projectId: '0'.repeat(32),
    chainId: () => 'eip155:1',
    container: () => document.body,
    title: 'Wallet',
    isAllowed: async () => allowed,
    pin: manifestKey === undefined ? undefined : () => pinFrame(wallet, { key: manifestKey, vault }),
    signal: new AbortController().signal,
  };
  const frame = createEmbeddedFrame(options);
  const events: unknown[] = [];
  frame.on(event => events.push(event));
  return { frame, events };
};

Object.assign(window, { makeFrame });
