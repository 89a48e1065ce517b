/** Starts a stopwatch; the function it returns says how long ago that was, as in '3.2 s'. */
export function stopwatch() {
  const from = performance.now();
  return () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
