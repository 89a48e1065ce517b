import {
  type CallResponse,
  type readExportCall,
  remindOfExportCall,
  type remindOfExportRequest,
} from 'latchkit/protocol';
import { visibleText } from '../../review/model/visibleText.js';
import { ActButton } from '../parts/ActButton.js';
import { Countdown } from '../parts/Countdown.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { siteOf } from '../runtime/siteOf.js';
import { useAction } from '../runtime/useAction.js';

type Wait = NonNullable<CallResponse<typeof readExportCall>['wait']>;

export interface WaitStepProps extends Wait {
  readonly onReminded: () => Promise<void>;
}

/** Why the export waits, until when, and a way out. */
export function WaitStep({ onReminded, ...wait }: WaitStepProps) {
  const { opensAt, addedAt, browser, hostOrigin, isRevoked, isCurrent, isReminded } = wait;
  const { portal, text, moment } = usePortal();
  const { email } = useUser();
  const remind = useAction(async () => {
    await portal.call<typeof remindOfExportRequest>(remindOfExportCall, {});
    await onReminded();
  });
  return (
    <>
      <PageHead title={text('export.waitTitle', { time: moment(opensAt) })}>
        {/* A device whose records were deleted has neither. */}
        {isCurrent && <p>{text('export.waitCurrent', { time: moment(addedAt) })}</p>}
        {!isCurrent && browser !== null && hostOrigin !== null && (
          <p>
            {text('export.waitOther', {
              browser: visibleText(browser),
              site: siteOf(hostOrigin),
              time: moment(addedAt),
            })}
          </p>
        )}
        <p>{text(isRevoked ? 'export.waitRevoked' : 'export.waitText')}</p>
      </PageHead>
      <div className="pt-card">
        <Countdown until={opensAt} />
        <div className="pt-acts">
          {email !== undefined && !isReminded && (
            <ActButton action={remind} icon="mail" variant="primary">
              {text('export.remind')}
            </ActButton>
          )}
          {!isCurrent && !isRevoked && (
            <a className="pt-btn" data-variant="danger-quiet" href="#devices">
              {text('export.checkDevices')}
            </a>
          )}
        </div>
        <p role="status" className="pt-note">
          {email !== undefined && isReminded && text('export.reminded', { email })}
        </p>
        <Problem error={remind.problem} />
      </div>
    </>
  );
}
