/** A signal that is aborted as soon as one of the two is. `AbortSignal.any` is missing from browsers that are in use. */
export function anyAborted(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  const abort = () => either.abort();
  if (one.aborted || other.aborted) abort();
  for (const signal of [one, other]) signal.addEventListener('abort', abort, { signal: either.signal });
  return either.signal;
}
