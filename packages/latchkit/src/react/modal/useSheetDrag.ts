import { type RefObject, useEffect, useState } from 'react';
import { closeModal } from '../../core/index.js';
import { useModal } from '../runtime/ModalContext.js';
import type { createSheetDrag } from './createSheetDrag.js';

/** Handlers that let a sheet be dragged down to close it, loaded only if the modal is a sheet. */
export function useSheetDrag(
  dialog: RefObject<HTMLElement | null>,
  sheet: boolean,
): Partial<ReturnType<typeof createSheetDrag>> {
  const { kit, exit } = useModal();
  const [drag, setDrag] = useState<ReturnType<typeof createSheetDrag>>();
  useEffect(() => {
    if (!sheet) return;
    import('./createSheetDrag.js').then(
      loaded => setDrag(loaded.createSheetDrag(dialog, () => exit.leave('press', () => closeModal(kit)))),
      // A sheet that can't be dragged can still be closed in other ways.
      () => {},
    );
  }, [kit, exit, dialog, sheet]);
  return (sheet && drag) || {};
}
