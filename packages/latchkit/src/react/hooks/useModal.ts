import { useMemo } from 'react';
import { closeModal, type LatchkitState, type OpenOptions, openModal, type View } from '../../core/index.js';
import { currentView, goBack, navigate } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

const isOpen = (state: LatchkitState) => state.modal.open;
const shownView = (state: LatchkitState) => currentView(state.modal);

/** What {@link useModal} returns. */
export interface UseModalReturnType {
  readonly isOpen: boolean;
  /** The shown view or, while the modal is closed, the last one. */
  readonly view: View;
  /** Opens the modal on the given view. Default: Account if connected, else Connect. */
  readonly open: (options?: OpenOptions) => void;
  /** Closes the modal, unless a sign-in is required: then it shakes instead. */
  readonly close: () => void;
  readonly navigate: (view: View) => void;
  readonly goBack: () => void;
}

/**
 * The modal: whether it is open and on which view, and actions that open, close and navigate it.
 *
 * @example
 * const { open, isOpen } = useModal();
 */
export function useModal(): UseModalReturnType {
  const kit = useLatchkit();
  const actions = useMemo(
    () => ({
      open: (options?: OpenOptions) => openModal(kit, options),
      close: () => closeModal(kit),
      navigate: (view: View) => navigate(kit, view),
      goBack: () => goBack(kit),
    }),
    [kit],
  );
  return { ...actions, isOpen: useLatchkitState(isOpen), view: useLatchkitState(shownView) };
}
