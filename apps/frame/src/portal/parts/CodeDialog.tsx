import { usePortal } from '../runtime/PortalContext.js';
import { Dialog } from './Dialog.js';
import { FreshCode, type FreshCodeProps } from './FreshCode.js';

interface CodeDialogProps extends FreshCodeProps {
  /** What happens with the code, if it is more than the page says. */
  readonly text?: string;
  readonly onClose: () => void;
}

/** Asks for a fresh code over the page. */
export function CodeDialog({ text: what, onClose, ...code }: CodeDialogProps) {
  const { text } = usePortal();
  return (
    <Dialog key="code" icon="mail" title={text('fresh.title')} text={what} onClose={onClose}>
      <FreshCode {...code} />
      <button type="button" className="pt-btn" data-variant="quiet" onClick={onClose}>
        {text('cancel')}
      </button>
    </Dialog>
  );
}
