import {
  FRAME_LIMITS,
  FRAME_MESSAGES,
  type FrameErrorCode,
  type FrameEvent,
  type FrameMessage,
  type FramePolicy,
  type FrameRequest,
  frameError,
  framePolicy,
  isError,
  isFrameErrorCode,
  readFrameRequest,
  rpcParamsProblem,
  rpcPolicy,
  rpcSigner,
  writeFrameError,
  writeFrameEvent,
  writeFrameSuccess,
} from 'latchkit/protocol';
import { type ApprovalGate, createApprovalGate } from './createApprovalGate.js';
import { createWindowCount } from './createWindowCount.js';
import type { FrameHandlers } from './FrameHandlers.js';

/** The wallet page's end of the port to a host page. */
export interface FrameServer {
  /** Tells the host something unasked. */
  tell(event: FrameEvent): void;
  /** Ends everything with ABORTED; nothing is read any more. */
  close(): void;
  readonly approvals: ApprovalGate;
}

/** A request that has no answer yet. */
interface OpenRequest {
  readonly id: string;
  readonly type: FrameMessage;
  readonly policy: FramePolicy;
  readonly controller: AbortController;
  /** Answers the host; only the first answer is sent. */
  settle(answer: object): void;
}

/** Ids of answered requests that are remembered, so that none is answered twice. */
const REMEMBERED = 4_096;

/** Messages that take power away from the host are never refused for their number. */
const ENDING: readonly FrameMessage[] = ['RPC_ABORT', 'SIGN_OUT', 'RELOAD'];

export interface FrameServerOptions {
  /** Addresses of the active accounts: a request for another signer is rejected without a prompt. */
  readonly accounts: () => readonly string[];
  /** A reload was asked for and answered; the server is closed by then. */
  readonly onReload: () => void;
}

/** Answers a host page over a port: each request that has an id exactly once, and nothing else at all. */
export function createFrameServer(
  port: MessagePort,
  handlers: FrameHandlers,
  options: FrameServerOptions,
): FrameServer {
  const open = new Map<string, OpenRequest>();
  const seen = new Set<string>();
  const rate = createWindowCount(FRAME_LIMITS.messages, FRAME_LIMITS.messageWindow);
  const approvals = createApprovalGate();
  let queue = Promise.resolve();
  let closed = false;

  const post = (message: object) => {
    if (!closed) port.postMessage(message);
  };

  const receive = ({ data }: MessageEvent) => {
    const request = readFrameRequest(data);
    const { id } = request;
    // Without an id there is nobody to answer; with an old one the host has its answer.
    if (id === undefined || seen.has(id)) return;
    remember(seen, id);
    const inRate = rate.take();
    if ('code' in request) return post(writeFrameError(id, request.type, request.code));
    if (!inRate && !ENDING.includes(request.type))
      return post(writeFrameError(id, request.type, 'RATE_LIMITED'));
    admit(request);
  };

  const admit = (request: FrameRequest) => {
    const { id, type, payload } = request;
    if (type === 'RPC_ABORT') {
      endSome(payload.id);
      return post(writeFrameSuccess(id, type, {}));
    }
    const policy = framePolicy(type, payload);
    if (policy.ends) endAll(policy.ends);
    const refusal =
      rpcRefusal(request, options.accounts()) ?? placeRefusal(request, policy, [...open.values()], approvals);
    if (refusal) return post(writeFrameError(id, type, refusal.code, refusal.retryAfter));
    const one = openRequest(request, policy);
    if (policy.order === 'fifo') queue = queue.then(() => run(request, one));
    else void run(request, one);
  };

  const openRequest = ({ id, type }: FrameRequest, policy: FramePolicy): OpenRequest => {
    const life = policy.unsafe ? setTimeout(() => end(one, 'TIMEOUT'), FRAME_LIMITS.approvalLife) : undefined;
    const one: OpenRequest = {
      id,
      type,
      policy,
      controller: new AbortController(),
      settle(answer) {
        clearTimeout(life);
        if (open.delete(id)) post(answer);
      },
    };
    open.set(id, one);
    return one;
  };

  const end = (one: OpenRequest, code: FrameErrorCode) => {
    one.settle(writeFrameError(one.id, one.type, code));
    one.controller.abort(frameError(code, { context: { type: one.type } }));
  };
  const endSome = (id: string | undefined) => {
    for (const one of [...open.values()])
      if (id === undefined ? one.policy.unsafe : one.id === id) end(one, 'ABORTED');
  };
  const endAll = (what: 'approvals' | 'everything') => {
    for (const one of [...open.values()]) if (what === 'everything' || one.policy.unsafe) end(one, 'ABORTED');
  };

  const run = async (request: FrameRequest, one: OpenRequest) => {
    if (one.controller.signal.aborted) return;
    const ended = new Promise<void>(resolve => {
      one.controller.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // A handler that goes on after its end holds up nobody.
    await Promise.race([answer(request, one), ended]);
  };

  const answer = async (request: FrameRequest, one: OpenRequest) => {
    try {
      const success = await handle(handlers, request, one);
      one.settle(writeFrameSuccess(one.id, one.type, success));
      if (request.type === 'RELOAD') {
        close();
        options.onReload();
      }
    } catch (error) {
      const { code, retryAfter } = codeOf(error);
      if (code === 'REJECTED' && one.policy.unsafe && !one.controller.signal.aborted) approvals.refused();
      one.settle(writeFrameError(one.id, one.type, code, retryAfter));
    }
  };

  const close = () => {
    endAll('everything');
    closed = true;
    port.removeEventListener('message', receive);
    port.close();
  };

  port.addEventListener('message', receive);
  port.start();

  return { tell: event => post(writeFrameEvent(event)), approvals, close };
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  if (seen.size <= REMEMBERED) return;
  for (const oldest of seen) {
    seen.delete(oldest);
    return;
  }
}

interface Refusal {
  readonly code: FrameErrorCode;
  readonly retryAfter?: number;
}

/** Why an RPC request is refused before any handler or visitor sees it; undefined: it is not. */
function rpcRefusal({ type, payload }: FrameRequest, accounts: readonly string[]): Refusal | undefined {
  if (type !== 'RPC_REQUEST') return undefined;
  const { method, params, chainId, chainNamespace } = payload;
  const policy = rpcPolicy(method, chainNamespace);
  if (policy === 'refuse') return { code: 'UNSUPPORTED_METHOD' };
  if (!chainId.startsWith(`${chainNamespace}:`)) return { code: 'BAD_MESSAGE' };
  if (rpcParamsProblem(method, params) !== undefined) return { code: 'BAD_MESSAGE' };
  if (policy !== 'approve') return undefined;
  if (accounts.length === 0) return { code: 'NOT_CONNECTED' };
  const signer = rpcSigner(method, params);
  const isOwn = (address: string) => sameForm(address) === sameForm(signer ?? address);
  return accounts.some(isOwn) ? undefined : { code: 'REJECTED' };
}

/** Addresses of EIP-155 are the same in any case; those in base58 are not. */
const sameForm = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** Why there is no place for a request now; undefined: there is. */
function placeRefusal(
  { type }: FrameRequest,
  policy: FramePolicy,
  open: readonly OpenRequest[],
  approvals: ApprovalGate,
): Refusal | undefined {
  if (policy.order === 'fifo') return approvals.enter(open.filter(one => one.policy.unsafe).length);
  if (policy.order === 'serial') {
    const isSame = (one: OpenRequest) => (policy.auth ? one.policy.auth : one.type === type);
    return open.some(isSame) ? { code: 'BUSY' } : undefined;
  }
  const parallel = open.filter(one => one.policy.order === 'parallel').length;
  return parallel >= FRAME_LIMITS.parallel ? { code: 'BUSY' } : undefined;
}

/** Calls the handler of a request, and takes from its answer what the schema knows. */
async function handle(handlers: FrameHandlers, request: FrameRequest, one: OpenRequest): Promise<unknown> {
  const { type, payload } = request;
  const handler = type === 'RPC_ABORT' ? undefined : handlers[type];
  if (handler === undefined) throw frameError('UNSUPPORTED_METHOD');
  const context = { id: one.id, signal: one.controller.signal };
  // The type of the payload belongs to the type of the message: the request was read so.
  const success = await (handler as (payload: unknown, context: unknown) => unknown)(payload, context);
  return FRAME_MESSAGES[type].success.parse(success ?? null);
}

function codeOf(error: unknown): { code: FrameErrorCode; retryAfter?: number } {
  if (!isError(error) || !isFrameErrorCode(error.code)) {
    return { code: 'INTERNAL' };
  }
  const { retryAfter } = error.context;
  return { code: error.code, ...(typeof retryAfter === 'number' ? { retryAfter } : {}) };
}
