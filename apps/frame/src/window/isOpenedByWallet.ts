/**
 * Whether a page of this origin opened this one, as the browser told the server (`Sec-Fetch-Site`). Any page can open the
 * window with its own mailbox in the URL, so only URLs that the wallet page created are trusted. A page loaded from the history is
 * not trusted: browsers report the initiator of the first navigation again, which is this origin even for a login that another
 * site redirected here.
 */
export function isOpenedByWallet({ document, performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const opener = document.querySelector('meta[name="latchkit-opener"]')?.getAttribute('content');
  return opener === 'wallet' && navigation?.type === 'navigate';
}
