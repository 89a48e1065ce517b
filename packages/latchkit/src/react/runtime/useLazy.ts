import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is loaded once, when it is first needed. After a failure, the next view that needs it
 * retries.
 */
export function useLazy<P = object>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | undefined {
  const [found, setFound] = useState<ComponentType<P>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` always loads the same component
  useEffect(() => {
    let live = true;
    if (wanted) {
      load().then(
        component => live && setFound(() => component),
        () => {},
      );
    }
    return () => {
      live = false;
    };
  }, [wanted]);
  return found;
}
