/** The result of `promise`, or `late` after the given number of milliseconds; a later result is ignored. */
export function withDeadline<T, L>(promise: Promise<T>, milliseconds: number, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
