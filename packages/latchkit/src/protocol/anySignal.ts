/**
 * A signal that aborts when any of these does, with its reason. Browsers in use lack `AbortSignal.any`: Safari before 17.4, Chrome before
 * 116, Firefox before 124.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter(signal => signal !== undefined);
  // The browser's own keeps no listener on a signal that outlives it.
  if ('any' in AbortSignal) return AbortSignal.any(given);
  const any = new AbortController();
  for (const signal of given) {
    if (signal.aborted) any.abort(signal.reason);
    else signal.addEventListener('abort', () => any.abort(signal.reason), { signal: any.signal });
  }
  return any.signal;
}
