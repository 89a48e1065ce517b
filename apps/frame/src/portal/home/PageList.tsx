import { use } from 'react';
import { LinkRows } from '../parts/LinkRows.js';
import { PagesContext } from '../parts/PagesContext.js';
import { usePortal } from '../runtime/PortalContext.js';

/** The list of pages, which replaces the navigation on a phone. */
export function PageList() {
  const { text } = usePortal();
  const rows = use(PagesContext).flatMap(({ note, ...page }) => (note ? [{ ...page, note }] : []));
  return (
    <nav className="pt-block pt-hub" aria-label={text('nav.pages')}>
      <LinkRows rows={rows} />
    </nav>
  );
}
