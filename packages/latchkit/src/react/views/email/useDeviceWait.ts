import { useEffect, useState } from 'react';
import { awaitEmailDevice, isError } from '../../../core/index.js';
import { useModal } from '../../runtime/ModalContext.js';

/** Delay before the next request for the status of the link, in milliseconds. */
const PAUSE = 1_000;

/**
 * Waits until the visitor has opened the link from the email, while the view is shown. The result is in the state.
 *
 * @param waiting whether there is a link to wait for.
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
          // A request times out after two minutes; the visitor may take longer.
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
