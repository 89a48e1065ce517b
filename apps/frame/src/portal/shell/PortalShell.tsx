import { readHomeCall, type readHomeRequest } from 'latchkit/protocol';
import { Suspense } from 'react';
import { loginName } from '../../review/model/loginName.js';
import { Icon } from '../parts/Icon.js';
import { PagesContext, type PortalPage } from '../parts/PagesContext.js';
import { Skeleton } from '../parts/Skeleton.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { HomeContext } from '../runtime/useHome.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { Brand } from './Brand.js';
import { EndedDeletion } from './EndedDeletion.js';
import { PageError } from './PageError.js';
import { PAGES } from './pages.js';
import { ShellAlert } from './ShellAlert.js';
import { useRoute } from './useRoute.js';

/** The frame of every page of a logged-in user: the top bar, the navigation, and what can't wait. */
export function PortalShell() {
  const { portal, text } = usePortal();
  const { email, provider, userName } = useUser();
  const home = useLoaded(() => portal.call<typeof readHomeRequest>(readHomeCall, {}));
  const route = useRoute();
  const { Page } = route;
  return (
    <HomeContext value={home}>
      <div className="pt">
        <header className="pt-top">
          <a className="pt-brand" href="#home">
            <Brand name={text('title')} />
          </a>
          <div className="pt-tools">
            <span className="pt-mail">
              <bdi>{email ?? loginName(provider ?? '', userName)}</bdi>
            </span>
            <a className="pt-btn" data-variant="quiet" data-size="sm" href="#freeze">
              <Icon name="snowflake" size="sm" />
              {text(home.value?.frozenUntil ? 'page.frozen' : 'page.freeze')}
            </a>
            <LogOut />
          </div>
        </header>
        <div className="pt-cols">
          <nav className="pt-nav" aria-label={text('nav.label')}>
            {PAGES.filter(({ id, note }) => id === 'home' || note !== undefined).map(page => (
              <NavLink key={page.id} {...page} isCurrent={page === route} />
            ))}
          </nav>
          <main className="pt-main">
            {route !== PAGES[0] && (
              <a className="pt-back" href="#home">
                <Icon name="back" />
                {text('back')}
              </a>
            )}
            <EndedDeletion />
            <ShellAlert pageId={route.id} />
            <PageError key={route.id}>
              <Suspense fallback={<Skeleton />}>
                <PagesContext value={PAGES}>
                  <Page />
                </PagesContext>
              </Suspense>
            </PageError>
            <LogOut />
          </main>
        </div>
      </div>
    </HomeContext>
  );
}

/** In the top bar, and on a phone, where that has no space for its name, at the end of the page. */
function LogOut() {
  const { portal, text } = usePortal();
  return (
    <button
      type="button"
      className="pt-btn pt-out"
      data-variant="quiet"
      data-size="sm"
      onClick={() => void portal.account.signOut()}
    >
      <Icon name="logOut" size="sm" />
      {text('logOut')}
    </button>
  );
}

function NavLink({ id, icon, title, isApart, isCurrent }: PortalPage & { readonly isCurrent: boolean }) {
  const { text } = usePortal();
  return (
    <>
      {isApart && <hr />}
      <a href={`#${id}`} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        {text(title)}
      </a>
    </>
  );
}
