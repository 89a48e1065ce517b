import type { Alert } from '../../core/index.js';
import { dismissAlert } from '../../internal/index.js';
import { Icon } from '../primitives/Icon.js';
import { IconButton } from '../primitives/IconButton.js';
import { useModal } from '../runtime/ModalContext.js';
import { useKitState } from '../runtime/useKitState.js';
import { useStyles } from '../runtime/useStyles.js';
import { alertCss } from '../theme/alert.css.gen.js';

const LOOKS = {
  error: ['danger', 'alert'],
  warning: ['warning', 'warning'],
  info: ['info', 'info'],
} as const;

const last = (alerts: readonly Alert[]): Alert | undefined => alerts[alerts.length - 1];

/** The short text of the latest message to the developer, in debug mode only. The console has what to do. */
export function AlertBar() {
  const { kit, text } = useModal();
  useStyles(alertCss);
  const alert = useKitState(state => last(state.alerts));
  if (!alert || kit.options.debug !== true) return null;
  const [tone, icon] = LOOKS[alert.tone];
  return (
    <div className="lk-alerts">
      <div className="lk-alert" data-tone={tone} role="alert">
        <Icon name={icon} />
        <div className="lk-alert-text" lang="en" dir="ltr">
          <strong>{alert.shortMessage}</strong>
        </div>
        <IconButton
          icon="close"
          size="sm"
          align="end"
          label={text.t('action.dismiss')}
          onClick={() => dismissAlert(kit, alert.id)}
        />
      </div>
    </div>
  );
}
