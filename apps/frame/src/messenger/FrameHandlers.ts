import type { FrameMessage, FramePayload, FrameSuccess } from 'latchkit/protocol';

/** What a handler knows of the request besides its payload. */
export interface FrameRequestContext {
  readonly id: string;
  /**
   * Aborted when the host gave the request up, or sign-out, a reload or a change of account ended it: the host has its answer
   * by then, and nothing may be signed any more.
   */
  readonly signal: AbortSignal;
}

/**
 * What the wallet page does with each message. A handler answers the success's payload, or throws `frameError(code)`; any
 * other error reaches the host as INTERNAL. `RPC_ABORT` is the server's own.
 */
export type FrameHandlers = {
  readonly [T in Exclude<FrameMessage, 'RPC_ABORT'>]?: (
    payload: FramePayload<T>,
    context: FrameRequestContext,
  ) => Promise<FrameSuccess<T>> | FrameSuccess<T>;
};
