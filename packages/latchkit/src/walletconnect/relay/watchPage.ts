/** Calls `wake` when the page becomes visible, returns from the back-forward cache, or is online again. */
export function watchPage(wake: () => void, signal: AbortSignal): void {
  // Servers and workers have no page.
  if (typeof window === 'undefined' || typeof document === 'undefined') return;
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
}
