/** Calls `onBlocked` with the host of each connection that the page's Content-Security-Policy blocks (CSP 3, 5.3). */
export function watchPolicy(onBlocked: (host: string) => void, signal: AbortSignal): void {
  // Servers and workers have no page.
  if (typeof document === 'undefined') return;
  const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'report' && URL.canParse(blockedURI)) onBlocked(new URL(blockedURI).host);
  };
  document.addEventListener('securitypolicyviolation', onViolation, { signal });
}
