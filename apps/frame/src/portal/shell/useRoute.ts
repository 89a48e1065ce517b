import { useSyncExternalStore } from 'react';
import type { PortalPage } from '../parts/PagesContext.js';
import { PAGES } from './pages.js';

const listen = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** The page that the URL's fragment names. */
export function useRoute(): PortalPage {
  const id = useSyncExternalStore(listen, () => location.hash.slice(1));
  return PAGES.find(page => page.id === id) ?? PAGES[0];
}
