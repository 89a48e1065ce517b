import { parseUrl } from '../../protocol/parseUrl.js';

/** Calls `onBlocked` with the host of each connection that the page's Content-Security-Policy blocks (CSP 3, 5.3). */
export function watchPolicy(onBlocked: (host: string) => void, signal: AbortSignal): void {
  // Servers and workers have no page.
  if (typeof document === 'undefined') return;
  const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    const url = parseUrl(blockedURI);
    if (disposition !== 'report' && url) onBlocked(url.host);
  };
  document.addEventListener('securitypolicyviolation', onViolation, { signal });
}
