import { Button } from '../primitives/Button.js';
import { EmptyState } from '../primitives/EmptyState.js';
import type { ViewProps } from '../runtime/createViewLoader.js';
import { useModal } from '../runtime/ModalContext.js';
import { useOffline } from '../runtime/useOffline.js';
import { ViewFrame } from './ViewFrame.js';

/** Shown for a view whose code could not be loaded. */
export function ViewErrorView({ view, depth }: ViewProps) {
  const { text, views } = useModal();
  const load = () => void views.load(view.name);
  // Browsers say for certain only that they are offline.
  const offline = useOffline(load);
  return (
    <ViewFrame title={text.t('error.viewTitle')} kind="child" depth={depth}>
      <EmptyState
        icon="offline"
        title={text.t('error.viewTitle')}
        text={text.t(offline ? 'error.offline' : 'error.viewText')}
      >
        {!offline && (
          <Button size="md" onClick={() => location.reload()}>
            {text.t('action.reload')}
          </Button>
        )}
        <Button variant="secondary" size="md" icon="again" onClick={load}>
          {text.t('action.tryAgain')}
        </Button>
      </EmptyState>
    </ViewFrame>
  );
}
