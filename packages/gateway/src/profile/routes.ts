import { readProfileRequest } from 'latchkit/protocol';
import { handle } from '../http/projectCalls.js';
import type { CallHandler } from '../http/serveCalls.js';
import type { Profiles } from './service.js';

/** Resolves names. */
export function profileCalls(profiles: Profiles): readonly CallHandler[] {
  return [
    handle(readProfileRequest, ({ params, context }) => profiles.of(params.name, context.req.raw.signal)),
  ];
}
