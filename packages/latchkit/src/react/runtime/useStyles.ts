import { useInsertionEffect } from 'react';
import { useModal } from './ModalContext.js';

/** Adopts a view's style sheet into the modal before the view is laid out. */
export function useStyles(css: string): void {
  const { adopt } = useModal();
  useInsertionEffect(() => adopt(css), [adopt, css]);
}
