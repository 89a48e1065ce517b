import { useEffect, useState } from 'react';

/** How long a wallet may take to respond before the visitor is told what to do, in milliseconds. */
const SILENCE = 60_000;

/** Whether the wallet hasn't responded for a minute. */
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
