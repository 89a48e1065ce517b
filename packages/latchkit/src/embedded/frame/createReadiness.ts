/** A value that becomes available, may become unavailable again, and may fail permanently. */
export interface Readiness<T> {
  /** Resolves with the value, now or later. Rejects after a failure. */
  get(): Promise<T>;
  succeed(value: T): void;
  fail(error: Error): void;
  /** Marks the value as unavailable. Pending callers keep waiting. */
  wait(): void;
}

/** Creates a readiness without a value. */
export function createReadiness<T>(): Readiness<T> {
  let settled = false;
  let one = deferred<T>();
  return {
    get: () => one.promise,
    succeed(value) {
      settled = true;
      one.resolve(value);
    },
    fail(error) {
      if (settled) one = deferred();
      settled = true;
      one.reject(error);
    },
    wait() {
      if (!settled) return;
      settled = false;
      one = deferred();
    },
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // There may be no caller to handle the rejection.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
