import {
  FRAME_LIMITS,
  type FrameMessage,
  type FramePolicy,
  type FrameRequest,
  frameError,
  writeFrameError,
} from 'latchkit/protocol';
import type { Refusal } from './refuseRequest.js';

/** A request without a response yet. */
export interface OpenRequest {
  readonly id: string;
  readonly type: FrameMessage;
  readonly policy: FramePolicy;
  /** Aborted when the request ends before its handler is done. */
  readonly signal: AbortSignal;
  /** Sends the response to the host; only the first call has an effect. */
  settle(answer: object): void;
}

/** The requests of a host that have no response yet. */
export interface OpenRequests {
  /** Adds a request; one that waits for the user ends with TIMEOUT after its time limit. */
  add(request: FrameRequest, policy: FramePolicy): OpenRequest;
  list(): readonly OpenRequest[];
  /** Ends the requests that match. Default: with ABORTED. */
  abort(isMeant: (one: OpenRequest) => boolean, why?: Refusal): void;
}

/** Creates an empty list. `post` sends a response to the host. */
export function createOpenRequests(post: (answer: object) => void): OpenRequests {
  const open = new Map<string, { readonly request: OpenRequest; readonly end: (why: Refusal) => void }>();
  return {
    add({ id, type }, policy) {
      const controller = new AbortController();
      const end = ({ code, retryAfter }: Refusal) => {
        request.settle(writeFrameError(id, type, code, { retryAfter }));
        controller.abort(frameError(code, { context: { type, retryAfter } }));
      };
      const life = policy.unsafe
        ? setTimeout(() => end({ code: 'TIMEOUT' }), FRAME_LIMITS.approvalLife)
        : undefined;
      const request: OpenRequest = {
        id,
        type,
        policy,
        signal: controller.signal,
        settle(answer) {
          clearTimeout(life);
          if (open.delete(id)) post(answer);
        },
      };
      open.set(id, { request, end });
      return request;
    },
    list: () => [...open.values()].map(({ request }) => request),
    abort(isMeant, why = { code: 'ABORTED' }) {
      for (const { request, end } of [...open.values()]) if (isMeant(request)) end(why);
    },
  };
}
