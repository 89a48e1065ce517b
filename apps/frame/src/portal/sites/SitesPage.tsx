import { PageHead } from '../parts/PageHead.js';
import { SiteList } from '../parts/SiteList.js';
import { usePortal } from '../runtime/PortalContext.js';

/** The sites where the user is logged in. */
export function SitesPage() {
  const { text } = usePortal();
  return (
    <>
      <PageHead title={text('page.sites')}>
        <p>{text('sites.text')}</p>
      </PageHead>
      <section className="pt-block" aria-labelledby="sites">
        <h2 id="sites" className="pt-sr">
          {text('sites.all')}
        </h2>
        <SiteList />
      </section>
    </>
  );
}
