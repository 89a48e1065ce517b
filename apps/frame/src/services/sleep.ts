/** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
