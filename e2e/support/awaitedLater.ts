/**
 * Marks a promise that a test awaits after other steps: if one of them fails, the promise is left behind and rejects when the
 * test's page ends, which would fail the run a second time, outside of any test.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
