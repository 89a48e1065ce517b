import type { HttpRequest } from 'latchkit/protocol';
import type { $ZodObject, $ZodType } from 'zod/v4/core';

/** One call of the service, with the schemas that its handler parses the request with. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path with parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: $ZodObject;
  readonly query?: $ZodObject;
  readonly body?: $ZodType;
  /** Status of a successful response. Default: 200. */
  readonly status?: 101 | 202 | 204;
  /** Schema of a JSON response, or another content type. Undefined: no body. */
  readonly answer: $ZodType | `${string}/${string}` | undefined;
  /** Requires a sign-in token as `Authorization: Bearer`. Default: no authentication. */
  readonly auth?: 'token';
}

/** Converts an operation to its record. */
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
