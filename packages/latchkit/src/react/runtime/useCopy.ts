import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../internal/index.js';
import { useModal } from './ModalContext.js';

/** How long a button shows that it has copied, in milliseconds. */
const COPIED_STAYS = 4_000;

/**
 * Copies text. `copied` is true for 4 s after the last success, so that the control can confirm it. A failure shows a
 * toast.
 */
export function useCopy(copying: string | undefined): { copied: boolean; copy: () => void } {
  const { kit, root } = useModal();
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), COPIED_STAYS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(() => {
    const place = root.querySelector('.lk-modal');
    if (!copying || !place) return;
    void copyText(copying, place).then(done => {
      setCopied(done ? copying : undefined);
      if (!done) showToast(kit, { tone: 'danger', text: 'toast.copyFailed' });
    });
  }, [copying, kit, root]);
  return { copied: copied !== undefined && copied === copying, copy };
}

/**
 * Copies text to the clipboard. Returns whether that succeeded. A page without permission, or without a secure
 * context, falls back to the document's copy command.
 * @param place an element in the open dialog that can be focused now.
 */
async function copyText(text: string, place: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

function copyBySelection(text: string, place: Element): boolean {
  const focused = (place.getRootNode() as ShadowRoot).activeElement;
  const area = document.createElement('textarea');
  area.className = 'lk-sr';
  area.readOnly = true;
  area.value = text;
  place.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
