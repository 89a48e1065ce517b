import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { LoginPage } from './login/LoginPage.js';
import { Skeleton } from './parts/Skeleton.js';
import { Unreachable } from './parts/Unreachable.js';
import { PortalContext, type PortalValue, UserContext } from './runtime/PortalContext.js';
import { SoloPage } from './shell/SoloPage.js';

/** The portal: the stored session is restored, then the user logs in or sees their wallet. */
export function PortalRoot({ value }: { readonly value: PortalValue }) {
  const { portal } = value;
  const user = useSyncExternalStore(portal.listen, portal.account.user);
  const isLeaving = useSyncExternalStore(portal.listen, portal.isLeaving);
  // Visitors who aren't logged in don't load it.
  const [Shell] = useState(() =>
    lazy(async () => {
      const [{ PortalShell }] = await Promise.all([import('./shell/PortalShell.js'), value.loadPages()]);
      return { default: PortalShell };
    }),
  );
  const [state, setState] = useState<'restoring' | 'failed' | 'ready'>('restoring');
  const restore = useCallback(() => {
    setState('restoring');
    portal.account.restore().then(
      () => setState('ready'),
      () => setState('failed'),
    );
  }, [portal]);
  useEffect(restore, [restore]);
  return <PortalContext value={value}>{content()}</PortalContext>;

  function content() {
    if (user !== undefined && !isLeaving)
      return (
        <UserContext value={user}>
          <Suspense>
            <Shell />
          </Suspense>
        </UserContext>
      );
    if (state === 'ready' && !isLeaving) return <LoginPage />;
    return <SoloPage>{state === 'failed' ? <Unreachable onRetry={restore} /> : <Skeleton />}</SoloPage>;
  }
}
