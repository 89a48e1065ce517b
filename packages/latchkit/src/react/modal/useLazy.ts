import { type ComponentType, useEffect, useState } from 'react';

/** A component whose code loads where it is wanted, once; what does not load is asked for by the next view that wants it. */
export function useLazy(wanted: boolean, load: () => Promise<ComponentType>): ComponentType | undefined {
  const [found, setFound] = useState<ComponentType>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what loads is always the same
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
