import { useEffect, useRef } from 'react';
import { useLatchkit } from './hooks/useLatchkit.js';
import { keepModalMounted } from './keepModalMounted.js';

export interface LatchkitModalProps {
  /** Class names for the placed element. */
  readonly className?: string | undefined;
}

/**
 * The place of the modal on a host's page. With `embedded: true` the modal is shown in it, in the page's flow; with
 * `append: false` it is a dialog that lives in it instead of in the body [VIEW-02] [VIEW-03].
 */
export function LatchkitModal({ className }: LatchkitModalProps) {
  const kit = useLatchkit();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    return keepModalMounted(kit, { container, inline: kit.options.embedded === true });
  }, [kit]);
  return <div ref={place} className={className} data-latchkit-modal="" />;
}
