import { useCallback, useEffect, useRef, useState } from 'react';

/** What a page loads from a service. */
export interface Loaded<Value> {
  /** Undefined until it has loaded; the last value while it loads again. */
  readonly value: Value | undefined;
  readonly problem: unknown;
  readonly reload: () => Promise<void>;
}

/** Loads a value when the component appears. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<unknown>();
  const latest = useRef(load);
  latest.current = load;
  const isGone = useRef(false);
  const reload = useCallback(async () => {
    try {
      const found = await latest.current();
      if (isGone.current) return;
      setValue(() => found);
      setProblem(undefined);
    } catch (error) {
      if (!isGone.current) setProblem(error);
    }
  }, []);
  useEffect(() => {
    isGone.current = false;
    void reload();
    return () => {
      isGone.current = true;
    };
  }, [reload]);
  return { value, problem, reload };
}
