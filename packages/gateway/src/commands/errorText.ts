import { inspect } from 'node:util';
import { isError } from 'latchkit/protocol';

/** What the program says of an error: of our own, what the operator needs; anything else whole. */
export function errorText(error: unknown): string {
  if (isError(error)) return [error.message, error.details].filter(Boolean).join('. ');
  return inspect(error);
}
