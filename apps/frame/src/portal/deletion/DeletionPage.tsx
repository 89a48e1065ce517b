import { requestDeletionCall, type requestDeletionRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Glyph } from '../parts/Glyph.js';
import { OwnerCheck } from '../parts/OwnerCheck.js';
import { PageHead } from '../parts/PageHead.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { PlannedDeletion } from './PlannedDeletion.js';

/** Deletes the wallet after seven days, or asks for that on a device that has not had it for a day. */
export function DeletionPage() {
  const { portal, text, locale } = usePortal();
  const { value, problem, reload } = useHome();
  const [isAgreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState<'owner' | 'login'>();
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  if (value.deletesAt !== null)
    return <PlannedDeletion at={value.deletesAt} isOnlyAsked={value.isOnlyAsked} />;
  const mode = value.protection?.mode ?? 'automatic';
  const days = mode === 'automatic' ? '7' : '30';
  const mayProve = !value.isSettled && mode === 'passkey';
  const isAsking = !value.isSettled && !mayProve;
  const request = async (code: string | undefined, passkeyGrant: string | undefined) => {
    const body = { code, passkeyGrant, locale };
    await portal.call<typeof requestDeletionRequest>(requestDeletionCall, { body });
    await reload();
  };
  const ask = (passkeyGrant?: string) => (
    <CodeDialog
      action="delete"
      onCode={code => request(code, passkeyGrant)}
      onClose={() => setAsked(undefined)}
    />
  );
  return (
    <>
      <PageHead title={text('page.deletion')}>
        <p>{text('deletion.text', { days: isAsking ? days : '7' })}</p>
        {!value.isSettled && <p>{text('deletion.asks', { days })}</p>}
      </PageHead>
      <div className="pt-rows">
        <div className="pt-row">
          <Glyph name="wallet" tone="danger" />
          <div>
            <b>{text('deletion.money')}</b>
            <small data-tone="danger">{text('deletion.moneyText')}</small>
          </div>
          <a className="pt-btn" data-variant="secondary" data-size="sm" href="#export">
            {text('deletion.export')}
          </a>
        </div>
      </div>
      <label className="pt-check">
        <input
          type="checkbox"
          checked={isAgreed}
          onChange={event => setAgreed(event.currentTarget.checked)}
        />
        <span>{text('deletion.agree')}</span>
      </label>
      <div className="pt-acts">
        <button
          type="button"
          className="pt-btn"
          data-variant="danger"
          disabled={!isAgreed}
          onClick={() => setAsked(isAsking ? 'login' : 'owner')}
        >
          {text(isAgreed ? (isAsking ? 'deletion.ask' : 'deletion.act') : 'deletion.tick')}
        </button>
        {mayProve && (
          <button
            type="button"
            className="pt-btn"
            data-variant="secondary"
            disabled={!isAgreed}
            onClick={() => setAsked('login')}
          >
            {text('deletion.ask')}
          </button>
        )}
      </div>
      {asked === 'login' && ask()}
      {asked === 'owner' && <OwnerCheck onClose={() => setAsked(undefined)}>{ask}</OwnerCheck>}
    </>
  );
}
