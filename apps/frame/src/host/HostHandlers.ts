import type { FrameMessage, FramePayload, FrameSuccess } from 'latchkit/protocol';

/** What a handler knows about the request besides its payload. */
export interface HostRequestContext {
  readonly id: string;
  /**
   * Aborted when the host cancels the request, or sign-out, a reload or an account change ends it. The host already has its
   * response, so nothing may be signed any more.
   */
  readonly signal: AbortSignal;
}

/**
 * The wallet page's handler for each message. A handler returns the success payload or throws `frameError(code)`; any other
 * error reaches the host as INTERNAL. The server handles `RPC_ABORT` itself.
 */
export type HostHandlers = {
  readonly [T in Exclude<FrameMessage, 'RPC_ABORT'>]?: (
    payload: FramePayload<T>,
    context: HostRequestContext,
  ) => Promise<FrameSuccess<T>> | FrameSuccess<T>;
};
