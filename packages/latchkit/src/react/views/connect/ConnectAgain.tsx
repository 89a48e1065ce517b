import { isLostCode } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useOffline } from '../../runtime/useOffline.js';
import type { ShownAttempt } from './useAttempt.js';

/** What the visitor can do after an attempt that failed: try again, or first reload a page whose code is gone. */
export function ConnectAgain({ state, onRetry }: { state: ShownAttempt; onRetry: () => void }) {
  const { text } = useModal();
  const offline = useOffline();
  if (state.status !== 'failed') return null;
  const reloads = !offline && isLostCode(state.error);
  return (
    <div className="lk-actions">
      {reloads && <Button onClick={() => location.reload()}>{text.t('action.reload')}</Button>}
      <Button variant={reloads ? 'secondary' : 'primary'} onClick={onRetry}>
        {text.t('action.tryAgain')}
      </Button>
    </div>
  );
}
