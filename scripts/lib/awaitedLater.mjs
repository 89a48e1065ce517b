/**
 * Registers a promise that a test awaits only after other steps. If one of those fails, nobody awaits the promise any more: its rejection
 * belongs to the failed test, and would otherwise fail the run a second time, outside of any test.
 *
 * @template T
 * @param {T | Promise<T>} promise
 * @returns {Promise<T>}
 */
export function awaitedLater(promise) {
  const registered = Promise.resolve(promise);
  registered.catch(() => {});
  return registered;
}
