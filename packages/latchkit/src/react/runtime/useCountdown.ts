import { useEffect, useState } from 'react';

/**
 * Whole seconds until a Unix time in milliseconds; 0 after it. Computed from the clock, so that delayed ticks don't
 * matter.
 */
export function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [, tick] = useState(0);
  const seconds = left();
  useEffect(() => {
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      tick(count => count + 1);
      if (until <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
