import { requestDeletionCall, type requestDeletionRequest } from 'latchkit/protocol';
import { useState } from 'react';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Glyph } from '../parts/Glyph.js';
import { PageHead } from '../parts/PageHead.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { PlannedDeletion } from './PlannedDeletion.js';

/** Deletes the wallet after seven days. */
export function DeletionPage() {
  const { portal, text, locale } = usePortal();
  const { value, problem, reload } = useHome();
  const [isAgreed, setAgreed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  if (value.deletesAt !== null) return <PlannedDeletion at={value.deletesAt} />;
  return (
    <>
      <PageHead title={text('page.deletion')}>
        <p>{text('deletion.text')}</p>
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
          onClick={() => setAsked(true)}
        >
          {text(isAgreed ? 'deletion.act' : 'deletion.tick')}
        </button>
      </div>
      {isAsked && (
        <CodeDialog
          action="delete"
          onCode={async code => {
            await portal.call<typeof requestDeletionRequest>(requestDeletionCall, {
              body: { code, locale },
            });
            await reload();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
