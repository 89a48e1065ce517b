import type { $ZodObject, $ZodType, input, output } from 'zod/v4/core';
import type { HttpErrorCode } from './HttpErrorCode.js';

/**
 * Who may make a call:
 * - `open`: anyone.
 * - `project`: the pages of the project that the query names.
 * - `bearer`: these pages, with a sign-in token as `Authorization: Bearer`.
 * - `secret`: a server of a project, with the project's secret as `Authorization: Bearer`.
 * - `proof`: an installation, which proves its key with `DPoP` (RFC 9449). `firstProof`: without a nonce.
 * - `session`: the same, with an access token as `Authorization: DPoP`.
 * - `portal`: the same, with a token of a session of the portal, which hosts don't have.
 * - `signed`: the vault at the wallet service, or the reverse; the body contains a token that the caller signed.
 */
export type HttpAuth =
  | 'open'
  | 'project'
  | 'bearer'
  | 'secret'
  | 'firstProof'
  | 'proof'
  | 'session'
  | 'portal'
  | 'signed';

/** The part of an HTTP call's contract that clients need. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/v1/wallets/{id}/commit`. */
  readonly path: `/${string}`;
  readonly auth: HttpAuth;
  /** What clients parse: the schema of a JSON response, or the content type of another one. Undefined: no body. */
  readonly response: $ZodType | `${string}/${string}` | undefined;
}

/**
 * The whole contract of an HTTP call, for servers, OpenAPI and tests. Functions create its schemas: a bundler drops a function
 * that nothing calls, but keeps a constant whose value is computed at load.
 */
export interface HttpRequest {
  readonly call: HttpCall;
  readonly summary: string;
  readonly params?: () => $ZodObject;
  readonly query?: () => $ZodObject;
  readonly body?: () => $ZodType;
  /** The handler parses the body itself. */
  readonly rawBody?: true;
  /** Maximum size of a body in bytes. Default: 64 KiB. */
  readonly maxBody?: number;
  /** Status of success. Default: 200. */
  readonly status?: 101 | 201 | 202 | 204 | 303;
  /** The schema of what the server sends, if clients accept more. Default: the call's `response`. */
  readonly sends?: () => $ZodType;
  /** Error code for invalid path parameters. Default: `INVALID_PATH`. */
  readonly pathError?: HttpErrorCode;
  /** Error codes, besides those of `COMMON_ERRORS`. */
  readonly errors: readonly HttpErrorCode[];
  /** Pages that the project does not allow may read that they are refused. Default: only that the request failed. */
  readonly tellsRefusal?: true;
  /** Format of errors. Default: `{ error: { code, message } }`. */
  readonly errorFormat?: 'jsonRpc';
}

/** A value that a schema reads, with read-only arrays and objects allowed. */
export type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
    : Value;

type Part<Request, Key extends 'params' | 'query' | 'body'> = Request extends {
  readonly [Name in Key]: () => infer Schema extends $ZodType;
}
  ? { readonly [Name in Key]: Sendable<input<Schema>> }
  : unknown;

/** The input of a call: its path parameters, query and body, if it has them. */
export type CallInput<Request extends HttpRequest> = Part<Request, 'params'> &
  Part<Request, 'query'> &
  Part<Request, 'body'>;

/** The parsed body of a successful response. */
export type CallResponse<Call extends HttpCall> = Call['response'] extends infer Schema extends $ZodType
  ? output<Schema>
  : undefined;
