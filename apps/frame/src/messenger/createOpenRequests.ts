import {
  FRAME_LIMITS,
  type FrameErrorCode,
  type FrameMessage,
  type FramePolicy,
  type FrameRequest,
  frameError,
  writeFrameError,
} from 'latchkit/protocol';

/** A request that has no answer yet. */
export interface OpenRequest {
  readonly id: string;
  readonly type: FrameMessage;
  readonly policy: FramePolicy;
  /** Aborted when it ended before its handler answered. */
  readonly signal: AbortSignal;
  /** Answers the host; only the first answer is sent. */
  settle(answer: object): void;
}

/** The requests of a host that have no answer yet. */
export interface OpenRequests {
  /** Takes one in; one that waits for the visitor ends with TIMEOUT when its time is over. */
  add(request: FrameRequest, policy: FramePolicy): OpenRequest;
  list(): readonly OpenRequest[];
  /** Ends those that a test picks, with ABORTED. */
  abort(isMeant: (one: OpenRequest) => boolean): void;
}

/** Makes an empty list. `post` sends an answer to the host. */
export function createOpenRequests(post: (answer: object) => void): OpenRequests {
  const open = new Map<
    string,
    { readonly request: OpenRequest; readonly end: (code: FrameErrorCode) => void }
  >();
  return {
    add({ id, type }, policy) {
      const controller = new AbortController();
      const end = (code: FrameErrorCode) => {
        request.settle(writeFrameError(id, type, code));
        controller.abort(frameError(code, { context: { type } }));
      };
      const life = policy.unsafe ? setTimeout(() => end('TIMEOUT'), FRAME_LIMITS.approvalLife) : undefined;
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
    abort(isMeant) {
      for (const { request, end } of [...open.values()]) if (isMeant(request)) end('ABORTED');
    },
  };
}
