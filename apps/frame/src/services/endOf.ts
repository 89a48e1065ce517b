/** The error code for a call without a response: aborted, timed out, or failed. */
export function endOf(cause: unknown): 'ABORTED' | 'TIMEOUT' | 'INTERNAL' {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return 'TIMEOUT';
  return name === 'AbortError' ? 'ABORTED' : 'INTERNAL';
}
