import {
  createBoundedSet,
  FRAME_LIMITS,
  FRAME_MESSAGES,
  FRAME_TIMES,
  type FrameErrorCode,
  type FrameErrorDetails,
  type FrameEvent,
  type FrameMessage,
  type FrameRequest,
  frameError,
  framePolicy,
  isError,
  isFrameErrorCode,
  readFrameRequest,
  waitsForVisitor,
  writeFrameError,
  writeFrameEvent,
  writeFrameSuccess,
} from 'latchkit/protocol';
import { type ApprovalGate, createApprovalGate, type GateStore } from './createApprovalGate.js';
import { createOpenRequests, type OpenRequest } from './createOpenRequests.js';
import type { HostHandlers } from './HostHandlers.js';
import { findQueueRefusal, findRpcRefusal, type Gates } from './refuseRequest.js';

/** The wallet page's end of the port to a host page. */
export interface HostSession {
  /** Sends an event to the host. */
  tell(event: FrameEvent): void;
  /** Ends the requests that wait for the user, with ABORTED. */
  abandon(): void;
  /** Ends everything with ABORTED and stops reading. */
  close(): void;
  readonly approvals: ApprovalGate;
}

export interface HostSessionOptions {
  /** Addresses of the accounts that are active with a chain: a request for another signer is rejected without a prompt. */
  readonly accounts: (chainId: string) => readonly string[];
  /** Called after a reload was requested and confirmed; the server is closed by then. */
  readonly onReload: () => void;
  /** Stores the host's record across reloads of the page. */
  readonly gate: GateStore;
  /** The same for what the visitor asks the wallet for on the host's page. */
  readonly ownGate: GateStore;
}

/** Messages that reduce the host's power are exempt from rate limits. */
const ENDING: readonly FrameMessage[] = ['RPC_ABORT', 'SIGN_OUT', 'RELOAD'];

/** Serves a host page over a port: responds exactly once to each request with an id, and to nothing else. */
export function createHostSession(
  port: MessagePort,
  handlers: HostHandlers,
  options: HostSessionOptions,
): HostSession {
  const seenIds = createBoundedSet<string>(REMEMBERED);
  const isWithinRate = createRateLimit(FRAME_LIMITS.messages, FRAME_LIMITS.messageWindow);
  const approvals = createApprovalGate(options.gate);
  const gates: Gates = {
    site: approvals,
    // A site that has to wait must not use the visitor's own actions to get before them again: one refusal is enough then.
    visitor: createApprovalGate(options.ownGate, () => (approvals.closed() ? 1 : FRAME_LIMITS.refusals)),
  };
  let queue = Promise.resolve();
  let closed = false;

  const post = (message: object) => {
    if (!closed) port.postMessage(message);
  };
  const open = createOpenRequests(post);
  const close = () => {
    open.abort(() => true);
    closed = true;
    port.removeEventListener('message', receive);
    port.close();
  };

  const receive = ({ data }: MessageEvent) => {
    const request = readFrameRequest(data);
    const { id, type } = request;
    // Without an id there is no one to respond to; a repeated id already has its response.
    if (id === undefined || !seenIds.add(id)) return;
    const inRate = isWithinRate();
    if ('code' in request) post(writeFrameError(id, type, request.code));
    else if (inRate || ENDING.includes(request.type)) admit(request);
    else post(writeFrameError(id, type, 'RATE_LIMITED'));
  };

  const admit = (request: FrameRequest) => {
    const { id, type, payload } = request;
    if (type === 'RPC_ABORT') {
      open.abort(one => (payload.id === undefined ? one.policy.unsafe : one.id === payload.id));
      return post(writeFrameSuccess(id, type, {}));
    }
    const policy = framePolicy(type, payload);
    if (policy.ends) open.abort(one => policy.ends === 'everything' || one.policy.unsafe);
    const refusal =
      findRpcRefusal(request, options.accounts) ?? findQueueRefusal(request, policy, open.list(), gates);
    if (refusal) return post(writeFrameError(id, type, refusal.code, refusal));
    const one = open.add(request, policy);
    if (policy.order === 'fifo') queue = queue.then(() => unlessEnded(one, () => answer(request, one)));
    else void answer(request, one);
  };

  /** Records what the visitor refused. When that holds the site, it holds what the site has asked already, too. */
  const refused = ({ policy }: OpenRequest) => {
    gates[policy.own ? 'visitor' : 'site'].refused();
    const held = approvals.closed();
    if (held) open.abort(one => one.policy.unsafe && !one.policy.own, held);
  };

  const answer = async (request: FrameRequest, one: OpenRequest) => {
    const endWait = waitsForVisitor(request.type, request.payload) ? sayWaiting(one) : () => {};
    const isDone = await answerBy(handlers, request, one, refused);
    endWait();
    if (!isDone || request.type !== 'RELOAD' || one.signal.aborted) return;
    close();
    options.onReload();
  };

  /** Tells the host from time to time that a slow visitor is no silent page. */
  const sayWaiting = ({ id, signal }: OpenRequest) => {
    const tell = () => post(writeFrameEvent({ type: 'WAITING', payload: { id } }));
    const timer = setInterval(tell, FRAME_TIMES.waiting);
    const end = () => clearInterval(timer);
    signal.addEventListener('abort', end, { once: true });
    return end;
  };

  port.addEventListener('message', receive);
  port.start();
  const abandon = () => open.abort(one => one.policy.unsafe);
  return { tell: event => post(writeFrameEvent(event)), approvals, abandon, close };
}

/** Number of request ids that are remembered to prevent a second response. */
const REMEMBERED = 4_096;

/** Waits for a request's work only until the request ends, so that a handler that continues blocks nothing. */
async function unlessEnded({ signal }: OpenRequest, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  const ended = new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work(), ended]);
}

/** Handles a request and sends the response. @returns whether it succeeded. */
async function answerBy(
  handlers: HostHandlers,
  request: FrameRequest,
  one: OpenRequest,
  refused: (one: OpenRequest) => void,
): Promise<boolean> {
  try {
    one.settle(writeFrameSuccess(one.id, one.type, await handle(handlers, request, one)));
    return true;
  } catch (error) {
    const { code, ...details } = codeOf(error);
    const isRefused = code === 'REJECTED' && one.policy.unsafe && !one.signal.aborted;
    one.settle(writeFrameError(one.id, one.type, code, details));
    if (isRefused) refused(one);
    return false;
  }
}

/** Calls the handler of a request and reduces its result to what the schema defines. */
async function handle(handlers: HostHandlers, request: FrameRequest, one: OpenRequest): Promise<unknown> {
  const { type, payload } = request;
  const handler = type === 'RPC_ABORT' ? undefined : handlers[type];
  if (handler === undefined) throw frameError('UNSUPPORTED_METHOD');
  const context = { id: one.id, signal: one.signal };
  // The request was parsed, so the payload's type matches the message's type.
  const success = await (handler as (payload: unknown, context: unknown) => unknown)(payload, context);
  return FRAME_MESSAGES[type].success.parse(success ?? null);
}

function codeOf(error: unknown): FrameErrorDetails & { readonly code: FrameErrorCode } {
  if (!isError(error) || !isFrameErrorCode(error.code)) return { code: 'INTERNAL' };
  const { retryAfter, reason } = error.context;
  return {
    code: error.code,
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
    // Only the wallet's own code sets it, to one of its constants.
    ...(error.code.startsWith('OPERATION_') ? { reason: reason as FrameErrorDetails['reason'] } : {}),
  };
}

/** Creates a function that counts an event within a sliding window. It returns false, without counting, at the limit. */
function createRateLimit(limit: number, milliseconds: number): () => boolean {
  const times: number[] = [];
  return () => {
    const since = performance.now() - milliseconds;
    while (times[0] !== undefined && times[0] <= since) times.shift();
    if (times.length >= limit) return false;
    times.push(performance.now());
    return true;
  };
}
