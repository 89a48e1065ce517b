import type { HttpRequest } from 'latchkit/protocol';
import type { $ZodObject, $ZodType } from 'zod/v4/core';

/** One call of the service: the schemas are those that its handler reads the request with. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: $ZodObject;
  readonly query?: $ZodObject;
  readonly body?: $ZodType;
  /** Status of success. Default: 200. */
  readonly status?: 101 | 202 | 204;
  /** Schema of a JSON answer, or the content type of another one. Undefined: there is no body. */
  readonly answer: $ZodType | `${string}/${string}` | undefined;
  /** The call wants the token of a sign-in, as `Authorization: Bearer`. Default: nothing. */
  readonly auth?: 'token';
}

/** The record of an operation. */
export function toRequest(operation: Operation): HttpRequest {
  const { method, path, summary, params, query, body, status, answer, auth } = operation;
  return {
    call: {
      method: method.toUpperCase() as Uppercase<Operation['method']>,
      path,
      auth: auth === 'token' ? 'bearer' : 'open',
      response: answer,
    },
    summary,
    ...(params && { params: () => params }),
    ...(query && { query: () => query }),
    ...(body && { body: () => body }),
    ...(status && { status }),
    errors: [],
    ...(path === '/v1' && { errorFormat: 'jsonRpc' as const }),
  };
}
