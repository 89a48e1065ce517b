import type * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';

/** Validates a visitor's input. @throws an error with this code and the validator's own message. */
export function parseInput<T extends z.ZodMiniType>(schema: T, given: unknown, code: string): z.output<T> {
  const result = schema.safeParse(typeof given === 'string' ? given.trim() : given);
  if (result.success) return result.data as z.output<T>;
  throw new BaseError(code, result.error.issues[0]?.message ?? 'Invalid input');
}
