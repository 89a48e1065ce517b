import { usePortal } from '../runtime/PortalContext.js';
import { Dialog } from './Dialog.js';
import { FreshCode, type FreshCodeProps } from './FreshCode.js';

/** Asks for a fresh code over the page. */
export function CodeDialog({ onClose, ...code }: FreshCodeProps & { readonly onClose: () => void }) {
  const { text } = usePortal();
  return (
    <Dialog key="code" icon="mail" title={text('fresh.title')} onClose={onClose}>
      <FreshCode {...code} />
      <button type="button" className="pt-btn" data-variant="quiet" onClick={onClose}>
        {text('cancel')}
      </button>
    </Dialog>
  );
}
