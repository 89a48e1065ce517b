/** Something that is waited for, may go away again, and may fail for good. */
export interface Readiness<T> {
  /** Resolves with what is ready, now or later. Rejects after a failure. */
  get(): Promise<T>;
  succeed(value: T): void;
  fail(error: Error): void;
  /** What was ready is no more. Those that wait go on waiting. */
  wait(): void;
}

/** Makes one that nobody has yet. */
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
  // Nobody may be waiting.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
