import { isError } from 'latchkit/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';

/** One thing that the user can start, and how it goes. */
export interface Action<Args extends readonly unknown[]> {
  /** Starts it, unless it is running. @returns whether it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly isBusy: boolean;
  /** The error of the last run. */
  readonly problem: unknown;
  readonly clear: () => void;
}

/**
 * Runs work that the user starts.
 *
 * @param work - Gets a signal that aborts when the component goes away; its ABORTED is no problem then.
 */
export function useAction<Args extends readonly unknown[]>(
  work: (signal: AbortSignal, ...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const over = useRef<AbortController>(undefined);
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => () => over.current?.abort(), []);
  const run = useCallback(async (...args: Args) => {
    if (over.current !== undefined) return false;
    const started = new AbortController();
    over.current = started;
    setBusy(true);
    setProblem(undefined);
    try {
      await latest.current(started.signal, ...args);
      return true;
    } catch (error) {
      if (!started.signal.aborted || !isError(error, 'ABORTED')) setProblem(error);
      return false;
    } finally {
      over.current = undefined;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, isBusy, problem, clear };
}
