import { loadActivity } from '../../../core/index.js';
import { Button } from '../../primitives/Button.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useOffline } from '../../runtime/useOffline.js';

export interface ActivityEmptyProps {
  /** The activity could not be read. */
  failed: boolean;
  network: string;
  card?: boolean;
}

/** Shown when there is no activity, or when it could not be read. */
export function ActivityEmpty({ failed, network, card = false }: ActivityEmptyProps) {
  const { kit, text } = useModal();
  const load = () => void loadActivity(kit);
  const offline = useOffline(failed ? load : undefined);
  if (!failed) {
    return (
      <EmptyState
        icon="clock"
        card={card}
        title={text.t('activity.empty', { network })}
        text={text.t('activity.emptyText')}
      />
    );
  }
  return (
    <EmptyState
      icon="offline"
      card={card}
      title={text.t('activity.errorTitle')}
      text={text.t(offline ? 'error.offline' : 'activity.errorText')}
    >
      <Button variant="secondary" size="md" onClick={load}>
        {text.t('action.tryAgain')}
      </Button>
    </EmptyState>
  );
}
