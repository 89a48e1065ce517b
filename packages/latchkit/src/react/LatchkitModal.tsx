import { useEffect, useRef } from 'react';
import { useLatchkit } from './hooks/useLatchkit.js';
import { keepModalMounted } from './mount/keepModalMounted.js';

/** Properties of `LatchkitModal`. */
export interface LatchkitModalProps {
  /** Class names for the placed element. */
  readonly className?: string | undefined;
}

/**
 * The place of the modal on a host's page. With `modal: { mode: 'inline' }` it shows the modal inline, in the page's flow. With
 * `append: false` in `modal`, it is a dialog that is mounted here instead of in the body. Place it below the
 * `LatchkitProvider`.
 *
 * @example
 * <LatchkitModal className="wallet" />
 */
export function LatchkitModal({ className }: LatchkitModalProps) {
  const kit = useLatchkit();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    return keepModalMounted(kit, { container, inline: kit.options.modal?.mode === 'inline' });
  }, [kit]);
  return <div ref={place} className={className} data-latchkit-modal="" />;
}
