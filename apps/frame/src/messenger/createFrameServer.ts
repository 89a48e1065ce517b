import {
  FRAME_LIMITS,
  FRAME_MESSAGES,
  type FrameErrorCode,
  type FrameEvent,
  type FrameMessage,
  type FrameRequest,
  frameError,
  framePolicy,
  isError,
  isFrameErrorCode,
  readFrameRequest,
  writeFrameError,
  writeFrameEvent,
  writeFrameSuccess,
} from 'latchkit/protocol';
import { type ApprovalGate, createApprovalGate } from './createApprovalGate.js';
import { createOpenRequests, type OpenRequest } from './createOpenRequests.js';
import { createWindowCount } from './createWindowCount.js';
import type { FrameHandlers } from './FrameHandlers.js';
import type { GateStore } from './GateStore.js';
import { placeRefusal, rpcRefusal } from './refusals.js';

/** The wallet page's end of the port to a host page. */
export interface FrameServer {
  /** Tells the host something unasked. */
  tell(event: FrameEvent): void;
  /** Ends what waits for the visitor, with ABORTED. */
  abandon(): void;
  /** Ends everything with ABORTED; nothing is read any more. */
  close(): void;
  readonly approvals: ApprovalGate;
}

export interface FrameServerOptions {
  /** Addresses of the active accounts: a request for another signer is rejected without a prompt. */
  readonly accounts: () => readonly string[];
  /** A reload was asked for and answered; the server is closed by then. */
  readonly onReload: () => void;
  /** Keeps what the host did over reloads of the page. */
  readonly gate: GateStore;
}

/** Messages that take power away from the host are never refused for their number. */
const ENDING: readonly FrameMessage[] = ['RPC_ABORT', 'SIGN_OUT', 'RELOAD'];

/** Answers a host page over a port: each request that has an id exactly once, and nothing else at all. */
export function createFrameServer(
  port: MessagePort,
  handlers: FrameHandlers,
  options: FrameServerOptions,
): FrameServer {
  const isNew = createMemory();
  const rate = createWindowCount(FRAME_LIMITS.messages, FRAME_LIMITS.messageWindow);
  const approvals = createApprovalGate(options.gate);
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
    // Without an id there is nobody to answer; with an old one the host has its answer.
    if (id === undefined || !isNew(id)) return;
    const inRate = rate.take();
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
      rpcRefusal(request, options.accounts()) ?? placeRefusal(request, policy, open.list(), approvals);
    if (refusal) return post(writeFrameError(id, type, refusal.code, refusal.retryAfter));
    const one = open.add(request, policy);
    if (policy.order === 'fifo') queue = queue.then(() => unlessEnded(one, () => answer(request, one)));
    else void answer(request, one);
  };

  const answer = async (request: FrameRequest, one: OpenRequest) => {
    const isDone = await answerBy(handlers, request, one, approvals);
    if (!isDone || request.type !== 'RELOAD' || one.signal.aborted) return;
    close();
    options.onReload();
  };

  port.addEventListener('message', receive);
  port.start();
  const abandon = () => open.abort(one => one.policy.unsafe);
  return { tell: event => post(writeFrameEvent(event)), approvals, abandon, close };
}

/** Ids of answered requests that are remembered, so that none is answered twice. */
const REMEMBERED = 4_096;

/** Says of each id whether it is new, and remembers it; the oldest are forgotten. */
function createMemory(): (id: string) => boolean {
  const seen = new Set<string>();
  return id => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}

/** Runs the work of a request, no longer than the request lasts: a handler that goes on after its end holds up nobody. */
async function unlessEnded({ signal }: OpenRequest, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  const ended = new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work(), ended]);
}

/** Has a request answered. @returns whether with success. */
async function answerBy(
  handlers: FrameHandlers,
  request: FrameRequest,
  one: OpenRequest,
  approvals: ApprovalGate,
): Promise<boolean> {
  try {
    one.settle(writeFrameSuccess(one.id, one.type, await handle(handlers, request, one)));
    return true;
  } catch (error) {
    const { code, retryAfter } = codeOf(error);
    if (code === 'REJECTED' && one.policy.unsafe && !one.signal.aborted) approvals.refused();
    one.settle(writeFrameError(one.id, one.type, code, retryAfter));
    return false;
  }
}

/** Calls the handler of a request, and takes from its answer what the schema knows. */
async function handle(handlers: FrameHandlers, request: FrameRequest, one: OpenRequest): Promise<unknown> {
  const { type, payload } = request;
  const handler = type === 'RPC_ABORT' ? undefined : handlers[type];
  if (handler === undefined) throw frameError('UNSUPPORTED_METHOD');
  const context = { id: one.id, signal: one.signal };
  // The type of the payload belongs to the type of the message: the request was read so.
  const success = await (handler as (payload: unknown, context: unknown) => unknown)(payload, context);
  return FRAME_MESSAGES[type].success.parse(success ?? null);
}

function codeOf(error: unknown): { code: FrameErrorCode; retryAfter?: number } {
  if (!isError(error) || !isFrameErrorCode(error.code)) return { code: 'INTERNAL' };
  const { retryAfter } = error.context;
  return { code: error.code, ...(typeof retryAfter === 'number' ? { retryAfter } : {}) };
}
