import * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';
import { callPath } from '../../protocol/calls/callPath.js';
import type { CallInput, CallResponse, HttpRequest } from '../../protocol/calls/HttpCall.js';
import { createError } from '../../protocol/errors.js';
import type { Latchkit } from '../Latchkit.js';
import { takeEarly } from './askEarly.js';
import { gatewayClock } from './gatewayClock.js';
import { serviceUrl } from './gatewayUrl.js';

/** Timeout of a service request, in ms. */
const TIMEOUT_MS = 10_000;

const JSON_BODY = { 'content-type': 'application/json' };

/** A service responded with a status other than 2xx. */
export class ServiceError extends BaseError {
  constructor(readonly status: number) {
    super('SERVICE_ERROR', `The gateway answered ${status}`, { context: { status } });
  }
}

/** A service's response does not match its schema; the message is the schema checker's own. */
export class InvalidAnswerError extends BaseError {
  constructor(cause: z.core.$ZodError) {
    super('INVALID_ANSWER', cause.issues[0]?.message ?? cause.message, {
      cause,
      context: { path: cause.issues[0]?.path.join('.') },
    });
  }
}

/** The query parameters of a call, without those that every call has. */
type Query<Input> = Input extends { readonly query: infer Given }
  ? { readonly [Name in Exclude<keyof Given, 'projectId' | 'st' | 'sv'>]?: string | number | undefined }
  : never;

/** The input of a call of the gateway. */
export type GatewayCallInput<Request extends HttpRequest> = Omit<CallInput<Request>, 'query'> & {
  readonly query?: Query<CallInput<Request>>;
  /** Creates an error from the body of an error response. */
  readonly readRefusal?: (answer: unknown) => Error | undefined;
};

/** The input of any call. */
interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly readRefusal?: (answer: unknown) => Error | undefined;
}

/**
 * Calls the gateway and validates the response against the schema of the call. Additional fields are ignored.
 *
 * @typeParam Request - The record of the call: `callGateway<typeof xRequest>(kit, xCall, …)`.
 * @throws ServiceError for a status other than 2xx, InvalidAnswerError, REQUEST_TIMEOUT after 10 s, DESTROYED, otherwise
 * REQUEST_FAILED.
 */
export async function callGateway<Request extends HttpRequest = never>(
  kit: Latchkit,
  call: Request['call'],
  input: GatewayCallInput<Request>,
): Promise<CallResponse<Request['call']>> {
  const { params, query, body, readRefusal }: AnyInput = input;
  const url = serviceUrl(kit.options, callPath(call, params), query);
  if (!url) throw createError('REQUEST_FAILED', { details: 'No gateway is configured.' });
  if (kit.kernel.signal.aborted) throw createError('DESTROYED');
  const early = body === undefined ? takeEarly(kit, url.href) : undefined;
  const controller = early?.controller ?? new AbortController();
  const abort = () => controller.abort(createError('DESTROYED'));
  const timer = setTimeout(() => controller.abort(createError('REQUEST_TIMEOUT')), TIMEOUT_MS);
  kit.kernel.signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await (early?.response ??
      fetch(url, {
        method: call.method,
        signal: controller.signal,
        credentials: 'omit',
        ...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }),
      }));
    // An answer that was asked for early may have waited.
    if (!early) gatewayClock(kit).read(response);
    if (!response.ok) {
      const refusal = readRefusal?.(await response.json().catch(() => undefined));
      // An unread response body keeps its connection busy.
      if (!response.bodyUsed) await response.body?.cancel();
      throw refusal ?? new ServiceError(response.status);
    }
    const answer = z.safeParse(call.response as z.core.$ZodType, await response.json());
    if (!answer.success) throw new InvalidAnswerError(answer.error);
    return answer.data as CallResponse<Request['call']>;
  } catch (cause) {
    throw cause instanceof BaseError ? cause : createError('REQUEST_FAILED', { cause });
  } finally {
    clearTimeout(timer);
    kit.kernel.signal.removeEventListener('abort', abort);
  }
}
