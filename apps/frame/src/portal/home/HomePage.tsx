import { PageHead } from '../parts/PageHead.js';
import { SiteList } from '../parts/SiteList.js';
import { usePortal } from '../runtime/PortalContext.js';
import { type Home, useHome } from '../runtime/useHome.js';
import { AddressRows } from './AddressRows.js';
import { PageList } from './PageList.js';

/** How many of the meter's three marks are filled. */
const LEVELS = { 'home.state': 1, 'home.stateBetter': 2, 'home.stateStrong': 3 };

/** What the wallet is, and what to do next. */
export function HomePage() {
  const { text } = usePortal();
  const state = stateOf(useHome().value?.protection);
  return (
    <>
      <PageHead title={text('title')}>
        <p>{text('home.text', { site: location.host })}</p>
      </PageHead>
      <section className="pt-block" aria-labelledby="protection">
        <div className="pt-card">
          <div className="pt-acts">
            <h2 id="protection">{text(state)}</h2>
            <span className="pt-level" data-level={LEVELS[state]} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          </div>
          <p>{text(`${state}Text`)}</p>
          {state === 'home.state' && (
            <div className="pt-acts">
              <a className="pt-btn" data-variant="primary" href="#protection">
                {text('protection.add')}
              </a>
            </div>
          )}
        </div>
      </section>
      <AddressRows />
      <section className="pt-block" aria-labelledby="sites">
        <h2 id="sites">{text('home.sites')}</h2>
        <SiteList />
      </section>
      <PageList />
    </>
  );
}

/** How well a wallet is protected. Until it is known: with the login only. */
function stateOf(protection: NonNullable<Home['value']>['protection'] | undefined) {
  const { mode, delay } = protection ?? { mode: 'automatic', delay: 0 };
  if (mode === 'passkey') return 'home.stateStrong';
  return mode === 'password' || delay > 0 ? 'home.stateBetter' : 'home.state';
}
