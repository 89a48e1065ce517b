import type * as z from 'zod/mini';
import { BaseError } from '../../protocol/BaseError.js';

/** What a visitor typed, checked. @throws an error of this code, in the checker's own words [ERR-81] */
export function checked<T extends z.ZodMiniType>(schema: T, given: unknown, code: string): z.output<T> {
  const result = schema.safeParse(typeof given === 'string' ? given.trim() : given);
  if (result.success) return result.data as z.output<T>;
  throw new BaseError(code, result.error.issues[0]?.message ?? 'Invalid input');
}
