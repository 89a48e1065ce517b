import { RECOVERY_DELAYS, type RecoveryDelay } from 'latchkit/protocol';
import type { ProtectionState } from '../../account/createProtection.js';
import { usePortal } from '../runtime/PortalContext.js';

export interface DelayChoiceProps {
  readonly delay: RecoveryDelay;
  readonly next: ProtectionState['nextDelay'];
  readonly onChoose: (delay: RecoveryDelay) => void;
}

/** How long a new device waits. */
export function DelayChoice({ delay, next, onChoose }: DelayChoiceProps) {
  const { text, moment } = usePortal();
  return (
    <fieldset className="pt-block" aria-labelledby="delay">
      <h2 id="delay">{text('protection.delay')}</h2>
      <p>{text('protection.delayNote')}</p>
      <div className="pt-acts">
        {RECOVERY_DELAYS.map(hours => (
          <button
            key={hours}
            type="button"
            className="pt-btn"
            data-variant="chip"
            aria-pressed={hours === delay}
            onClick={() => (hours !== delay || next !== null) && onChoose(hours)}
          >
            {hours === 0 ? text('protection.noDelay') : text('protection.hours', { hours: String(hours) })}
          </button>
        ))}
      </div>
      {next !== null && (
        <p className="pt-note">
          {text('protection.nextDelay', {
            time: moment(next.at),
            delay:
              next.delay === 0
                ? text('protection.noDelay')
                : text('protection.hours', { hours: String(next.delay) }),
          })}
        </p>
      )}
    </fieldset>
  );
}
