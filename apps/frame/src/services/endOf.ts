/** Whether a call that has no answer was given up, took too long, or failed. */
export function endOf(cause: unknown): 'ABORTED' | 'TIMEOUT' | 'INTERNAL' {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return 'TIMEOUT';
  return name === 'AbortError' ? 'ABORTED' : 'INTERNAL';
}
