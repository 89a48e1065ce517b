import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

/** What a call may want of its caller. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  proof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description: "Proof of an installation's key (RFC 9449), ES256",
  },
  session: {
    type: 'http',
    scheme: 'DPoP',
    description: 'Access token of a session, with the proof of its key',
  },
} as const;

/** One call of the service: the schemas are those that its handler reads the request with. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: $ZodType;
  /** Status of success. Default: 200. */
  readonly status?: number;
  /** Schema of a JSON answer, or the content type of another one. Undefined: there is no body. */
  readonly answer: $ZodType | string | undefined;
  /**
   * What the call wants: `token`, that of a sign-in, as `Authorization: Bearer`; `proof` of an installation's key, as `DPoP`;
   * `session`, that proof and `Authorization: DPoP`. Default: nothing.
   */
  readonly auth?: keyof typeof SECURITY_SCHEMES;
}

/** Describes calls that want the same of their callers. */
export function calls(auth?: Operation['auth']) {
  return (
    method: Operation['method'],
    path: string,
    summary: string,
    answer: Operation['answer'],
    more: Pick<Operation, 'body' | 'params' | 'query'> = {},
  ): Operation => ({ method, path, summary, answer, ...more, ...(auth === undefined ? {} : { auth }) });
}

const open = calls();

/**
 * What each service answers of itself.
 *
 * @param health - Answer of `/healthz`, which its summary explains.
 */
export function ownCalls(summary: string, health: $ZodType): readonly Operation[] {
  return [
    open('get', '/healthz', summary, health),
    open('get', '/readyz', 'Whether it can serve', z.object({ status: z.literal('ready') })),
    open('get', '/openapi.json', 'This document', z.looseObject({})),
  ];
}
