import { useEffect, useState } from 'react';
import { preload } from '../../core/index.js';
import { useModal } from './ModalContext.js';

/** Whether adapters and the listing have been loaded, or could not be. */
export function usePreloaded(): boolean {
  const { kit } = useModal();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let live = true;
    void preload(kit).then(() => live && setReady(true));
    return () => {
      live = false;
    };
  }, [kit]);
  return ready;
}
