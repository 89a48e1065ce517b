import { BaseError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameEvent } from '../../protocol/frame/frameEvents.js';
import { FRAME_TIMES } from '../../protocol/frame/frameLimits.js';
import {
  FRAME_MESSAGES,
  type FrameMessage,
  type FramePayload,
  type FrameSuccess,
} from '../../protocol/frame/frameMessages.js';
import { framePolicy, frameTimeout, waitsForVisitor } from '../../protocol/frame/framePolicy.js';
import { plainJsonProblem } from '../../protocol/frame/plainJson.js';
import { type FrameAnswer, readFrameAnswer } from '../../protocol/frame/readFrameAnswer.js';
import { writeFrameRequest } from '../../protocol/frame/readFrameRequest.js';
import { uuid } from '../../protocol/uuid.js';
import { createSendGate, type SendGate } from './createSendGate.js';

export interface CallOptions {
  /** Aborting rejects the call immediately with ABORTED, and ends the request at the wallet. */
  readonly signal?: AbortSignal | undefined;
  /** Id of the message: an unused UUID. Default: a new one. */
  readonly id?: string | undefined;
}

/** Sends a message to the wallet page; see `createMessenger`. */
export type FrameCall = <T extends FrameMessage>(
  type: T,
  payload: FramePayload<T>,
  options?: CallOptions,
) => Promise<FrameSuccess<T>>;

/** The host page's end of the port to the wallet page. */
export interface Messenger {
  readonly call: FrameCall;
  /** Closes it: pending and later calls reject with ABORTED. */
  close(): void;
}

/** A call without a response yet. */
interface PendingCall {
  answer(answer: FrameReply): void;
  /** The wallet page says that it waits for the visitor. */
  wait(): void;
  abort(): void;
}

type FrameReply = Exclude<FrameAnswer, { kind: 'event' }>;

/**
 * Exchanges messages with the wallet page over a port. Each call settles once: with the validated response, with the
 * wallet's error, or with TIMEOUT, ABORTED, BAD_MESSAGE or TOO_LARGE. While the page says that it waits for the visitor, a call whose
 * result is up to the visitor has half an hour; a silent page ends it as any other. Late responses, and those without a call, are ignored.
 *
 * @param onEvent - Receives the wallet page's events. Must not throw.
 */
export function createMessenger(port: MessagePort, onEvent: (event: FrameEvent) => void): Messenger {
  const channel: Channel = { port, pending: new Map(), gate: createSendGate(), closed: false };

  const receive = ({ data }: MessageEvent) => {
    const answer = readFrameAnswer(data);
    if (answer === undefined) return;
    if (answer.kind === 'event' && answer.type === 'WAITING') channel.pending.get(answer.payload.id)?.wait();
    else if (answer.kind === 'event') onEvent({ type: answer.type, payload: answer.payload } as FrameEvent);
    else channel.pending.get(answer.id)?.answer(answer);
  };
  port.addEventListener('message', receive);
  port.start();

  return {
    call: (type, payload, options = {}) => startCall(channel, type, payload, options),
    close() {
      channel.closed = true;
      channel.gate.close();
      for (const one of [...channel.pending.values()]) one.abort();
      port.removeEventListener('message', receive);
      port.close();
    },
  };
}

interface Channel {
  readonly port: MessagePort;
  readonly pending: Map<string, PendingCall>;
  readonly gate: SendGate;
  closed: boolean;
}

function startCall<T extends FrameMessage>(
  channel: Channel,
  type: T,
  payload: FramePayload<T>,
  { signal, id = uuid() }: CallOptions,
): Promise<FrameSuccess<T>> {
  const { port, pending, gate } = channel;
  const message = checkCall(id, type, payload);
  if (message instanceof BaseError) return Promise.reject(message);
  if (channel.closed || signal?.aborted) return Promise.reject(aborted(type));
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leaveGate = () => {};
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      pending.delete(id);
      leaveGate();
    };
    const giveUp = (error: BaseError) => {
      leave();
      reject(error);
      // Only calls that were posted have a timer. An approval must not stay open without a caller.
      if (timer === undefined || type === 'RPC_ABORT' || channel.closed) return;
      gate.count();
      port.postMessage(writeFrameRequest(uuid(), 'RPC_ABORT', { id }));
    };
    const abort = () => giveUp(aborted(type));
    let end = 0;
    const limit = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(timedOut(type)), milliseconds);
    };
    const post = () => {
      end = Date.now() + FRAME_TIMES.visitor;
      limit(frameTimeout(type, payload));
      port.postMessage(message);
    };
    signal?.addEventListener('abort', abort, { once: true });
    pending.set(id, {
      abort,
      wait() {
        if (timer === undefined || !waitsForVisitor(type, payload)) return;
        limit(Math.max(0, Math.min(frameTimeout(type, payload), end - Date.now())));
      },
      answer(answer) {
        leave();
        const { value, error } = readResult(type, answer);
        if (error === undefined) resolve(value as FrameSuccess<T>);
        else reject(error);
      },
    });
    // Reads may be frequent; the visitor's actions never wait for them.
    if (type === 'RPC_REQUEST' && !framePolicy(type, payload).unsafe) leaveGate = gate.enter(post);
    else {
      gate.count();
      post();
    }
  });
}

function aborted(type: FrameMessage): BaseError {
  return frameError('ABORTED', { context: { type } });
}

/** Creates the message from a copy of the payload, or the error why it can't be sent. */
function checkCall(id: string, type: FrameMessage, payload: unknown): object | BaseError {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(payload));
    const parsed = FRAME_MESSAGES[type].payload.safeParse(copy);
    if (!parsed.success) {
      // The validator's own message, which contains nothing of the payload.
      return new BaseError('BAD_MESSAGE', parsed.error.issues[0]?.message ?? 'Invalid input', {
        context: { type, field: parsed.error.issues[0]?.path.join('.') },
      });
    }
    const message = writeFrameRequest(id, type, parsed.data);
    const problem = plainJsonProblem(message);
    return problem === undefined ? message : frameError(problem, { context: { type } });
  } catch (cause) {
    // A cycle or a bigint is not valid JSON.
    return frameError('BAD_MESSAGE', { cause, context: { type } });
  }
}

function timedOut(type: FrameMessage): BaseError {
  return frameError('TIMEOUT', { context: { type, kind: 'iframe_request_timeout' } });
}

/** Reads a response; one that does not match its request is an error. */
function readResult(type: FrameMessage, answer: FrameReply): { value?: unknown; error?: BaseError } {
  if (answer.kind === 'error') {
    const { retryAfter, reason } = answer;
    const code = answer.code ?? 'INTERNAL';
    // Without a message, use the message of INTERNAL.
    const text = answer.message ?? frameError('INTERNAL').message;
    const kind = code === 'ORIGIN_NOT_ALLOWED' ? 'unverified domain' : undefined;
    return {
      error: new BaseError(code, text, { context: { type, retryAfter, kind, ...(reason && { reason }) } }),
    };
  }
  const parsed = FRAME_MESSAGES[type].success.safeParse(answer.payload);
  if (answer.type !== type || !parsed.success) {
    return {
      error: frameError('BAD_MESSAGE', {
        context: { type },
        details: 'The wallet page answered it wrongly.',
      }),
    };
  }
  return { value: parsed.data };
}
