import type { EmbeddedWalletState } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { Latchkit } from '../../core/Latchkit.js';
import type { FrameMessage, FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import type { EmbeddedFrame } from '../frame/createEmbeddedFrame.js';
import type { CallOptions } from '../messenger/createMessenger.js';

/** What the parts of one instance's embedded wallet share. */
export interface FlowContext {
  readonly kit: Latchkit;
  readonly frame: EmbeddedFrame;
}

/** Sends a message to the wallet page, which is loaded where it is not there. @throws what `load` and `call` of the frame throw. */
export function ask<T extends FrameMessage>(
  { frame }: Pick<FlowContext, 'frame'>,
  type: T,
  payload: FramePayload<T>,
  options?: CallOptions,
): Promise<FrameSuccess<T>> {
  // The call waits for it, and rejects with its error.
  frame.load().catch(() => {});
  return frame.call(type, payload, options);
}

/** Changes what the instance shows of its embedded wallet. */
export function update({ kit }: Pick<FlowContext, 'kit'>, change: Partial<EmbeddedWalletState>): void {
  kit.kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, ...change } }));
}
