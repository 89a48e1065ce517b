import * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';
import { callPath } from '../../protocol/calls/callPath.js';
import type { CallInput, CallResponse, HttpRequest } from '../../protocol/calls/HttpCall.js';
import { createError } from '../../protocol/errors.js';
import { gatewayErrorAnswer } from '../../protocol/gateway/gatewayErrorAnswer.js';
import type { GatewayClock } from './gatewayClock.js';
import { serviceUrl } from './gatewayUrl.js';

/** Base URL of the gateway, and the signal that ends its requests. */
export interface GatewayAccess {
  readonly gateway: string | undefined;
  readonly projectId: string | undefined;
  readonly signal: AbortSignal;
  /** Reads the time of the answers. */
  readonly clock?: GatewayClock | undefined;
}

/** The gateway's error response: its status, and its code as `code`. */
export class GatewayRefusal extends BaseError {
  constructor(
    readonly status: number,
    code: string,
    message: string,
  ) {
    super(code, message, { context: { status } });
  }
}

export interface GatewayRequest {
  /** Bearer token for the Authorization header. */
  readonly token?: string;
  /** Timeout in ms. */
  readonly timeout?: number;
  /** Continues when the page unloads. */
  readonly keepalive?: boolean;
}

/** The input of any call. */
interface AnyInput extends GatewayRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Sends a visitor-specific call to the gateway: with a token, and with the details of an error response. Use `callGateway` for
 * public data.
 *
 * @typeParam Request - The record of the call.
 * @throws GatewayRefusal for an error response; REQUEST_TIMEOUT, DESTROYED or REQUEST_FAILED if it cannot be reached.
 */
export async function askGateway<Request extends HttpRequest = never>(
  { gateway, projectId, signal, clock }: GatewayAccess,
  call: Request['call'],
  input: Omit<CallInput<Request>, 'query'> & GatewayRequest,
): Promise<CallResponse<Request['call']>> {
  const { params, body, token, timeout = 10_000, keepalive = false }: AnyInput = input;
  const url = serviceUrl({ gateway, projectId }, callPath(call, params));
  if (!url) {
    throw createError('REQUEST_FAILED', { details: 'No gateway and projectId are configured.' });
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(createError('REQUEST_TIMEOUT')), timeout);
  const leave = () => limit.abort(createError('DESTROYED'));
  if (!keepalive) signal.addEventListener('abort', leave, { once: true });
  try {
    if (signal.aborted && !keepalive) throw createError('DESTROYED');
    const response = await fetch(url, {
      method: call.method,
      signal: limit.signal,
      credentials: 'omit',
      keepalive,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    clock?.read(response);
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, text);
    const schema = (call.response ?? z.undefined()) as z.core.$ZodType;
    return z.parse(schema, text === '' ? undefined : JSON.parse(text)) as CallResponse<Request['call']>;
  } catch (cause) {
    throw cause instanceof BaseError ? cause : createError('REQUEST_FAILED', { cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

function refusal(status: number, text: string): GatewayRefusal {
  const { code, message } = readError(text) ?? {
    code: 'SERVICE_ERROR',
    message: `The gateway answered ${status}`,
  };
  return new GatewayRefusal(status, code, message);
}

function readError(text: string) {
  try {
    const answer = z.safeParse(gatewayErrorAnswer, JSON.parse(text));
    return answer.success ? answer.data.error : undefined;
  } catch {
    return undefined;
  }
}
