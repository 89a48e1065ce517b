import { useEffect, useState } from 'react';
import { awaitEmailDevice, isError } from '../../../core/index.js';
import { useModal } from '../../modal/ModalContext.js';

/** Milliseconds before it is asked again whether the link was followed. */
const PAUSE = 1_000;

/**
 * Waits for the link of the mail to be followed for as long as its view is shown [STATE-14]; what became of it is in the state.
 *
 * @param waiting There is a link to wait for.
 * @returns whether the visitor is connected.
 */
export function useDeviceWait(waiting: boolean): boolean {
  const { kit } = useModal();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let live = true;
    const ask = () =>
      awaitEmailDevice(kit).then(
        step => live && setDone(step === 'CONNECT'),
        (error: unknown) => {
          // One question ends after two minutes; the visitor may take longer.
          if (live && isError(error, 'TIMEOUT')) timer = setTimeout(ask, PAUSE);
        },
      );
    void ask();
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [kit, waiting]);
  return done;
}
