/** Whether this page's `Cross-Origin-Opener-Policy` separates it from the popups that it opens. */
export async function opensApart(): Promise<boolean> {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  const policy = response?.headers.get('Cross-Origin-Opener-Policy')?.trim() ?? '';
  return /^(same-origin(-plus-COEP)?|noopener-allow-popups)($|;)/.test(policy);
}
