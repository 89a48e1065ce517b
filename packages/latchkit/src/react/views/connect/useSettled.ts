import { useEffect, useState } from 'react';
import { usePreloaded } from '../../modal/usePreloaded.js';

/** How long places are kept for what the directory may send, in milliseconds. */
const KEPT = 1_000;

/** Whether everything to choose from is known, or has been waited for long enough. */
export function useSettled(): { settled: boolean; ready: boolean } {
  const ready = usePreloaded();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), KEPT);
    return () => clearTimeout(timer);
  }, []);
  return { settled: ready || late, ready };
}
