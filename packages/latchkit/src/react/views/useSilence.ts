import { useEffect, useState } from 'react';

/** How long a wallet may take to answer before the visitor is told what to do, in milliseconds. */
const SILENCE = 60_000;

/** Whether a wallet that is waited for hasn't answered for a minute. */
export function useSilence(waits: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setSilent(true), SILENCE);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [waits]);
  return silent;
}
