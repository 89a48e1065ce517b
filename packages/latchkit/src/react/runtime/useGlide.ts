import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useModal } from './ModalContext.js';

/** Animates the modal's height when `state` changes within a view. `inside` is any element of the view. */
export function useGlide(inside: RefObject<HTMLElement | null>, state: unknown): void {
  const { motion } = useModal();
  const last = useRef<{ state: unknown; height: number }>(undefined);
  const running = useRef<Animation>(undefined);
  useLayoutEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('.lk-modal');
    if (!dialog) return;
    const before = last.current;
    if (before && before.state !== state) {
      // If an earlier animation is running, start from what is drawn now.
      const from =
        running.current?.playState === 'running' ? dialog.getBoundingClientRect().height : before.height;
      running.current?.cancel();
      last.current = { state, height: dialog.getBoundingClientRect().height };
      running.current = motion.change?.glideHeight(dialog, from);
      return;
    }
    if (!before) last.current = { state, height: dialog.getBoundingClientRect().height };
  });
}
