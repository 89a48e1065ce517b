import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../core/index.js';
import { copyText } from './copyText.js';
import { useModal } from './ModalContext.js';

/** How long a button says that it has copied, in milliseconds. */
const COPIED_STAYS = 4_000;

/** Copies an address and says honestly whether it worked. `copied` holds for 4 s after the last success. */
export function useCopyAddress(address: string | undefined): { copied: boolean; copy: () => void } {
  const { kit, root } = useModal();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_STAYS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(() => {
    const place = root.querySelector('.lk-modal');
    if (!address || !place) return;
    void copyText(address, place).then(done => {
      setCopied(done);
      showToast(
        kit,
        done ? { tone: 'success', text: 'toast.copied' } : { tone: 'danger', text: 'toast.copyFailed' },
      );
    });
  }, [address, kit, root]);
  return { copied, copy };
}
