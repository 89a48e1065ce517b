import {
  freezeRevokedCall,
  type freezeRevokedRequest,
  objectToDeletionCall,
  type objectToDeletionRequest,
  readRevocationCall,
  type readRevocationRequest,
} from 'latchkit/protocol';
import { useState } from 'react';
import { ActButton } from '../parts/ActButton.js';
import { Alert } from '../parts/Alert.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useLoaded } from '../runtime/useLoaded.js';

/** Tells a browser that another one revoked it what it may still stop. Its session has ended, so its key alone counts. */
export function RevokedNotice() {
  const { portal, text, moment } = usePortal();
  const { walletService } = portal;
  const { value, reload } = useLoaded(async () => {
    return (await walletService.call<typeof readRevocationRequest>(readRevocationCall, {})).revocation;
  });
  const [isKept, setKept] = useState(false);
  const [frozenUntil, setFrozenUntil] = useState<string>();
  const keep = useAction(async () => {
    await walletService.call<typeof objectToDeletionRequest>(objectToDeletionCall, {});
    setKept(true);
    await reload();
  });
  const freeze = useAction(async () => {
    const { until } = await walletService.call<typeof freezeRevokedRequest>(freezeRevokedCall, {});
    setFrozenUntil(until);
  });
  if (!value || (value.deletesAt === null && !value.canFreeze && !isKept)) return null;
  const mayFreeze = value.canFreeze && frozenUntil === undefined;
  return (
    <Alert tone="danger" title={text('revoked.title', { time: moment(value.revokedAt) })}>
      <span>{text('revoked.text')}</span>
      {value.deletesAt !== null && <span>{text('revoked.deletion', { time: moment(value.deletesAt) })}</span>}
      <span role="status">
        {isKept && text('revoked.kept')}{' '}
        {frozenUntil && text('revoked.frozen', { time: moment(frozenUntil) })}
      </span>
      <div className="pt-acts">
        {value.deletesAt !== null && (
          <ActButton action={keep} variant="primary">
            {text('revoked.keep')}
          </ActButton>
        )}
        {mayFreeze && (
          <ActButton action={freeze} variant="secondary">
            {text('revoked.freeze')}
          </ActButton>
        )}
      </div>
      <Problem error={keep.problem ?? freeze.problem} />
    </Alert>
  );
}
