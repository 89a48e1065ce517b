import { useEffect } from 'react';

/** Acts once, when what was just rendered is on the screen and the page has a moment. */
export function useAfterDrawn(act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    let live = true;
    const run = () => live && act();
    const frame = requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 500 });
      else setTimeout(run, 50);
    });
    return () => {
      live = false;
      cancelAnimationFrame(frame);
    };
  }, []);
}
