import type { ServiceKey } from '@latchkit/keyring';
import {
  anySignal,
  type BaseError,
  type CallInput,
  type CallResponse,
  callPath,
  frameError,
  type HttpCall,
  type HttpRequest,
  isFrameErrorCode,
  readServiceKeysCall,
  type readServiceKeysRequest,
  WALLET_HEADERS,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { type Prover, proveCall } from './proveCall.js';

/** Refused proofs; the response has the nonce and the server time for the next one. */
const PROOF_REFUSED = ['USE_DPOP_NONCE', 'INVALID_DPOP_PROOF'];

/** Milliseconds that one call may take. */
const TIME_LIMIT = 15_000;

/** Milliseconds for which a service's key is cached. */
const KEY_LIFE = 300_000;

export interface ServiceClientOptions {
  /** Base URL of the service, without a trailing slash. */
  readonly url: string;
  /** The installation whose key signs the proofs. */
  readonly installation: Prover;
  /** Id of the project, and the page that embeds the frame. */
  readonly projectId: string;
  readonly hostOrigin: string;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface CallOptions {
  /** An access token. */
  readonly access?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Lets the call outlive the page. */
  readonly keepalive?: boolean | undefined;
}

/** The input of a call: parameters and body, an access token if the call needs a session, and options. */
export type ServiceCallInput<Called extends HttpRequest> = CallInput<Called> &
  CallOptions &
  (Called['call']['auth'] extends 'session' | 'portal' ? { readonly access: string } : unknown);

/** The same input without the types of a specific call. */
interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A client for the wallet service or the vault, with this installation's key. */
export interface ServiceClient {
  /**
   * Makes a call with a proof and parses the response.
   *
   * @typeParam Called - The record of the call: `call<typeof xRequest>(xCall, …)`.
   * @throws the errors of `serviceError` for a refusal; INTERNAL for an invalid response; TIMEOUT; ABORTED.
   */
  call<Called extends HttpRequest = never>(
    call: Called['call'],
    input: ServiceCallInput<Called>,
  ): Promise<CallResponse<Called['call']>>;
  /** The headers with which another page of this browser makes a call without parameters, once, with this installation's proof. */
  headersFor(call: HttpCall): Promise<ProofHeaders>;
  /** The service's key to which shares are sealed. */
  sealingKey(): Promise<ServiceKey>;
  /** Loads what the calls of a login need, ahead of it: the sealing key and the nonce of the next proof. Never rejects. */
  prepare(): Promise<void>;
}

/** The headers that prove who makes a call, and on which page. */
export type ProofHeaders = Readonly<
  Record<'DPoP' | typeof WALLET_HEADERS.project | typeof WALLET_HEADERS.origin, string>
>;

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { url, installation, projectId, hostOrigin } = options;
  const send = options.fetch ?? (request => fetch(request));
  let nonce: string | undefined;
  let clockOffset = 0;

  const headersOf = async (method: string, address: string, access?: string): Promise<ProofHeaders> => ({
    DPoP: await proveCall(installation, { method, url: address, access, nonce, clockOffset }),
    [WALLET_HEADERS.project]: projectId,
    [WALLET_HEADERS.origin]: hostOrigin,
  });
  const once = async (called: HttpCall, { params, body, access, signal, keepalive = false }: AnyInput) => {
    const { method } = called;
    const address = url + callPath(called, params);
    const content = method === 'GET' ? undefined : JSON.stringify(body ?? {});
    const request = new Request(address, {
      method,
      headers: {
        ...(await headersOf(method, address, access)),
        ...(access && { Authorization: `DPoP ${access}` }),
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(content !== undefined && { body: content }),
      keepalive,
      // A nonce from the browser's cache would be an old one.
      cache: 'no-store',
      signal: anySignal(AbortSignal.timeout(TIME_LIMIT), signal),
    });
    const response = await send(request);
    nonce = response.headers.get(WALLET_HEADERS.nonce) ?? nonce;
    const time = Number(response.headers.get(WALLET_HEADERS.time) ?? Number.NaN);
    if (Number.isFinite(time)) clockOffset = time - Date.now();
    return { ok: response.ok, body: (await response.json()) as unknown };
  };
  const call = async <Called extends HttpRequest>(
    called: Called['call'],
    input: ServiceCallInput<Called>,
  ): Promise<CallResponse<Called['call']>> => {
    const answer = await once(called, input)
      .then(first =>
        !first.ok && PROOF_REFUSED.includes(readRefusal(first.body).code) ? once(called, input) : first,
      )
      .catch(cause => {
        throw frameError(failureCodeOf(cause), { cause });
      });
    if (!answer.ok) throw serviceError(readRefusal(answer.body));
    const parsed = z.safeParse(called.response as z.core.$ZodType, answer.body);
    if (!parsed.success) throw frameError('INTERNAL', { cause: parsed.error });
    return parsed.data as CallResponse<Called['call']>;
  };
  const readKey = async () => {
    const { keys } = await call<typeof readServiceKeysRequest>(readServiceKeysCall, {});
    const found = keys.find(({ use }) => use === 'enc');
    if (!found) throw frameError('INTERNAL');
    const { kid, kty, crv, x, y } = found as ServiceKey;
    return { kid, kty, crv, x, y } as ServiceKey;
  };
  let cached: { readonly key: Promise<ServiceKey>; readonly until: number } | undefined;
  const sealingKey = () => {
    if (cached !== undefined && cached.until > Date.now()) return cached.key;
    const read = { key: readKey(), until: Date.now() + KEY_LIFE };
    cached = read;
    return read.key.catch(error => {
      if (cached === read) cached = undefined;
      throw error;
    });
  };
  return {
    call,
    headersFor: called => headersOf(called.method, url + callPath(called)),
    sealingKey,
    prepare: () =>
      sealingKey().then(
        () => {},
        () => {},
      ),
  };
}

const errorBody = z.object({
  error: z.object({ code: z.string(), retryAfter: z.optional(z.number()) }),
});

/** A service's error: its code and the seconds until a retry is allowed. */
interface ServiceRefusal {
  readonly code: string;
  readonly retryAfter: number | undefined;
}

/** Parses the body of an error response. */
function readRefusal(body: unknown): ServiceRefusal {
  const parsed = z.safeParse(errorBody, body);
  const { code = 'INTERNAL', retryAfter } = parsed.success ? parsed.data.error : {};
  return { code, retryAfter };
}

/** Service error codes with a different code for the host. */
const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_SESSION: 'NOT_CONNECTED',
  REFRESH_REUSED: 'NOT_CONNECTED',
  CONSENT_INVALID: 'REJECTED',
  EMAIL_TAKEN: 'REJECTED',
  GRANT_INVALID: 'OTP_EXPIRED',
  SIGN_IN_INVALID: 'OTP_EXPIRED',
  APPROVAL_INVALID: 'OTP_EXPIRED',
};

/** Converts a refusal to a frame error with its code and constant text; the service's own text is dropped. */
function serviceError({ code, retryAfter }: ServiceRefusal): BaseError {
  const meant = MEANINGS[code] ?? code;
  const known = isFrameErrorCode(meant) ? meant : 'INTERNAL';
  return frameError(known, { context: { service: code, ...(retryAfter !== undefined && { retryAfter }) } });
}

/** The error code for a call without a response: aborted, timed out, or failed. */
export function failureCodeOf(cause: unknown): 'ABORTED' | 'TIMEOUT' | 'INTERNAL' {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return 'TIMEOUT';
  return name === 'AbortError' ? 'ABORTED' : 'INTERNAL';
}
