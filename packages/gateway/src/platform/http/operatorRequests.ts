import type { HttpRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

/** Creates the record of a `GET` without authentication that no Latchkit client sends. */
export function openGet(
  path: `/${string}`,
  summary: string,
  response: $ZodType | `${string}/${string}`,
): HttpRequest {
  return { call: { method: 'GET', path, auth: 'open', response }, summary, errors: [] };
}

/** Paths of every service. */
export const OPERATOR_PATHS = { health: '/healthz', ready: '/readyz', document: '/openapi.json' } as const;

/**
 * The records of {@link OPERATOR_PATHS}.
 *
 * @param summary - Summary of `/healthz`.
 * @param health - Response of `/healthz`.
 */
export function operatorRequests(summary: string, health: $ZodType): readonly HttpRequest[] {
  return [
    openGet(OPERATOR_PATHS.health, summary, health),
    openGet(OPERATOR_PATHS.ready, 'Whether it can serve', z.object({ status: z.literal('ready') })),
    openGet(OPERATOR_PATHS.document, 'This document', z.looseObject({})),
  ];
}
