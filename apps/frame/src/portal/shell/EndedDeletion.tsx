import { seeEndedDeletionCall, type seeEndedDeletionRequest } from 'latchkit/protocol';
import { Alert } from '../parts/Alert.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useHome } from '../runtime/useHome.js';

/** Says, on each device until the user has seen it, that a login alone asked for the deletion of the wallet, and that using it ended that. */
export function EndedDeletion() {
  const { portal, text, moment } = usePortal();
  const { value, reload } = useHome();
  const see = useAction(async () => {
    await portal.call<typeof seeEndedDeletionRequest>(seeEndedDeletionCall, {});
    await reload();
  });
  if (!value?.endedDeletion) return null;
  return (
    <Alert tone="danger" title={text('deletion.endedTitle')}>
      <span>{text('deletion.endedText', { time: moment(value.endedDeletion.askedAt) })}</span>
      <div className="pt-acts">
        <a className="pt-btn" data-variant="secondary" data-size="sm" href="#protection">
          {text('protection.add')}
        </a>
        <button
          type="button"
          className="pt-btn"
          data-variant="quiet"
          data-size="sm"
          disabled={see.isBusy}
          onClick={() => void see.run()}
        >
          {text('settled.understood')}
        </button>
      </div>
      <Problem error={see.problem} />
    </Alert>
  );
}
