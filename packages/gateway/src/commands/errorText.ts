import { inspect } from 'node:util';
import { isError } from 'latchkit/protocol';

/** Formats an error for the terminal: known errors briefly, after their code, unexpected ones with their stack. */
export function errorText(error: unknown): string {
  if (isError(error)) return `${error.code}: ${[error.message, error.details].filter(Boolean).join('. ')}`;
  return inspect(error);
}
