import type { EmbeddedWalletState } from '../../core/embeddedWallet/embeddedWalletState.js';
import type { Latchkit } from '../../core/Latchkit.js';
import type { FrameMessage, FramePayload, FrameSuccess } from '../../protocol/frame/frameMessages.js';
import type { CallOptions } from '../messenger/createMessenger.js';
import type { KitFrame } from './createKitFrame.js';

/** Shared state of one instance's embedded wallet. */
export interface FlowContext {
  readonly kit: Latchkit;
  readonly frame: KitFrame;
}

/** Sends a message to the wallet page, loading it if needed. @throws what the frame's `load` and `call` throw. */
export function ask<T extends FrameMessage>(
  { frame }: Pick<FlowContext, 'frame'>,
  type: T,
  payload: FramePayload<T>,
  options?: CallOptions,
): Promise<FrameSuccess<T>> {
  // The call waits for the load and rejects with its error.
  frame.load().catch(() => {});
  return frame.call(type, payload, options);
}

/** Sends the message that starts a login. A wallet page that did not answer the last attempt is reloaded first. */
export async function askAnew<T extends FrameMessage>(
  context: Pick<FlowContext, 'frame'>,
  type: T,
  payload: FramePayload<T>,
  options?: CallOptions,
): Promise<FrameSuccess<T>> {
  await context.frame.renew();
  return ask(context, type, payload, options);
}

/** Updates the instance's embedded wallet state. */
export function update({ kit }: Pick<FlowContext, 'kit'>, change: Partial<EmbeddedWalletState>): void {
  kit.kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, ...change } }));
}
