import * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';
import type { ErrorCode } from '../../protocol/ErrorCode.js';
import { profileErrorAnswer } from '../../protocol/gateway/profile.js';
import { cleanName } from '../adapter/untrusted.js';

/** Creates a reader of a names service's error responses: the error has the first reason's description. */
export function readNameRefusal(code: ErrorCode): (body: unknown) => BaseError | undefined {
  return body => {
    const answer = z.safeParse(profileErrorAnswer, body);
    const said = answer.success ? answer.data.reasons?.[0]?.description : undefined;
    const description = said && cleanName(said);
    return description ? new BaseError(code, description) : undefined;
  };
}
