import type { OwnPermission } from 'latchkit/protocol';
import { useState } from 'react';
import { ActButton } from '../parts/ActButton.js';
import { CodeDialog } from '../parts/CodeDialog.js';
import { Problem } from '../parts/Problem.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useHome } from '../runtime/useHome.js';
import { PermissionRow } from './PermissionRow.js';
import type { Permissions } from './usePermissions.js';

/** The permissions that networks accept, each with a button that ends it, and one for all of them. */
export function PermissionList({ list }: { readonly list: Permissions }) {
  const { text, moment } = usePortal();
  const home = useHome();
  const { end, ending, endFrozen } = list;
  const [asked, setAsked] = useState<readonly OwnPermission[]>();
  const valid = list.value?.filter(({ isValid }) => isValid) ?? [];
  const run = async (permissions: readonly OwnPermission[]) => {
    const isDone = await end.run(permissions);
    // Its use here has stopped. What ends it on its network needs a code.
    if (isDone && home.value?.frozenUntil != null) setAsked(permissions);
    return isDone;
  };
  return (
    <>
      <Problem error={end.problem} />
      <ul className="pt-rows">
        {valid.map(one => {
          const isEnding = ending.some(({ context }) => context === one.context);
          const ends = text('permissions.ends', { time: moment(one.endsAt) });
          const isStopped = one.revokedAt !== null && !isEnding;
          const notes = [
            ends,
            ...(isStopped ? [text('permissions.stopped')] : []),
            ...(one.isServed ? [] : [text('permissions.unserved')]),
            ...(one.isBounded ? [] : [text('permissions.unbounded')]),
          ];
          const label = text(one.isServed ? 'devices.revoke' : 'permissions.revokeOnChain');
          return (
            <PermissionRow key={one.context} permission={one} notes={notes}>
              {isEnding ? (
                <span className="pt-tag" role="status">
                  {text('permissions.revoking')}
                </span>
              ) : (
                <button
                  type="button"
                  className="pt-btn"
                  data-variant="secondary"
                  data-size="sm"
                  aria-label={`${label} ${one.domain}`}
                  disabled={end.isBusy}
                  onClick={() => void run([one])}
                >
                  {label}
                </button>
              )}
            </PermissionRow>
          );
        })}
      </ul>
      {valid.length > 1 && (
        <div className="pt-acts">
          <ActButton action={{ run: () => run(valid), isBusy: end.isBusy }} variant="secondary">
            {text('permissions.revokeAll')}
          </ActButton>
        </div>
      )}
      {asked && (
        <CodeDialog
          action="unfreeze"
          text={text('permissions.frozen')}
          onCode={async (code, signal) => {
            await endFrozen(asked, code, signal).finally(home.reload);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
