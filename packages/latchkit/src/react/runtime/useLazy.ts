import { type ComponentType, useEffect, useState } from 'react';
import { lostCode, showToast } from '../../internal/index.js';
import { useModal } from './ModalContext.js';

/**
 * A component whose code is loaded once, when it is first needed. After a failure, a toast asks to reload the page, and the next view that
 * needs it retries.
 */
export function useLazy<P = object>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | undefined {
  const { kit } = useModal();
  const [found, setFound] = useState<ComponentType<P>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` always loads the same component
  useEffect(() => {
    let live = true;
    if (wanted) {
      load().then(
        component => live && setFound(() => component),
        cause => {
          lostCode(cause);
          showToast(kit, { tone: 'danger', text: 'error.viewText' });
        },
      );
    }
    return () => {
      live = false;
    };
  }, [wanted]);
  return found;
}
