/** Starts a stopwatch and returns a function that returns the elapsed time, such as '3.2 s'. */
export function stopwatch() {
  const from = performance.now();
  return () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
