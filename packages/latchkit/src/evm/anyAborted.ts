/** Returns a signal that aborts when either does. Some browsers in use lack `AbortSignal.any`. */
export function anyAborted(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  const abort = () => either.abort();
  if (one.aborted || other.aborted) abort();
  for (const signal of [one, other]) signal.addEventListener('abort', abort, { signal: either.signal });
  return either.signal;
}
