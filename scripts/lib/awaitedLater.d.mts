/** Registers a promise that a test awaits only after other steps. */
export function awaitedLater<T>(promise: T | Promise<T>): Promise<T>;
