import * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';
import { profileErrorAnswer } from '../../protocol/gateway/profile.js';
import { cleanName } from '../adapter/untrusted.js';

/** The error of a names service's error response: its first reason's description. */
export function readRefusal(body: unknown): BaseError | undefined {
  const answer = z.safeParse(profileErrorAnswer, body);
  const said = answer.success ? answer.data.reasons?.[0]?.description : undefined;
  const description = said && cleanName(said);
  return description ? new BaseError('RESOLVE_NAME_FAILED', description) : undefined;
}
