import { createError } from '../errors.js';
import type { SiwxMessage } from './SiwxMessage.js';
import { siwxMessageSchema } from './siwxMessageSchema.js';

/**
 * Validates every field of a message; undefined fields are left out.
 *
 * @throws INVALID_SIWX_MESSAGE with the reason as `details`.
 */
export function checkedMessage(message: unknown): SiwxMessage {
  const { success, data, error } = siwxMessageSchema.safeParse(message);
  if (success) return withoutUndefined(data);
  const issue = error.issues[0];
  const field = issue?.path[0];
  const missing = issue?.code === 'invalid_type' && typeof field === 'string';
  throw invalidMessage(
    missing ? `${field} is missing or not a text` : (issue?.message ?? 'Not a valid message'),
  );
}

/** The error for an invalid message or text, with the reason for developers. */
export function invalidMessage(reason: string) {
  return createError('INVALID_SIWX_MESSAGE', { details: `${reason}.` });
}

type Parsed = ReturnType<typeof siwxMessageSchema.parse>;

function withoutUndefined(data: Parsed): SiwxMessage {
  const { expirationTime, notBefore, requestId, statement, resources, scheme, ...always } = data;
  return {
    ...always,
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources }),
    ...(scheme === undefined ? {} : { scheme }),
  };
}
