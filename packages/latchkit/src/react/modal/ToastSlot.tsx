import { useEffect, useState } from 'react';
import type { Toast } from '../../core/index.js';
import { dismissToast } from '../../internal/index.js';
import { Icon } from '../primitives/Icon.js';
import { Spinner } from '../primitives/Spinner.js';
import { useModal } from '../runtime/ModalContext.js';
import { useKitState } from '../runtime/useKitState.js';
import { createToastSwap } from './createToastSwap.js';

/**
 * The toast under the header or, with `page`, over the page while the modal is closed. Its live region always exists,
 * so that screen readers announce what appears in it.
 */
export function ToastSlot({ page = false }: { page?: boolean }) {
  const { kit, text } = useModal();
  const toast = useKitState(state => (page && !state.toast?.page ? undefined : state.toast));
  const [shown, setShown] = useState<Toast>();
  const [swap] = useState(() => createToastSwap(setShown, ({ id }) => dismissToast(kit, id)));
  useEffect(() => swap.update(toast), [swap, toast]);
  useEffect(
    () => () => {
      swap.stop();
      const left = kit.store.getState().toast;
      // A toast that is no longer visible must not show again on the next opening. The page's slot goes on with its own.
      if (left && !left.page) dismissToast(kit, left.id);
    },
    [swap, kit],
  );
  return (
    <div
      className="lk-toast-slot"
      role={shown && 'status'}
      aria-atomic
      aria-live={shown?.tone === 'danger' ? 'assertive' : 'polite'}
    >
      {shown && (
        <div className="lk-toast" key={shown.id} data-tone={shown.tone}>
          <ToastMark tone={shown.tone} />
          <span>{text.any(shown.text, shown.slots ?? {})}</span>
        </div>
      )}
    </div>
  );
}

function ToastMark({ tone }: { tone: Toast['tone'] }) {
  if (tone === 'loading') return <Spinner />;
  return <Icon name={tone === 'danger' ? 'alert' : tone === 'success' ? 'done' : 'info'} />;
}
