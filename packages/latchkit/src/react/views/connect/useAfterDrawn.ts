import { useEffect } from 'react';

/** Runs an action once, when the rendered content is on the screen and the browser is idle. */
export function useAfterDrawn(act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
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
