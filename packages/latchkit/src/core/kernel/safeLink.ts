/**
 * Returns a web address that is safe in a link, normalized, or undefined.
 * @param base resolves relative addresses. Default: relative addresses are rejected.
 */
export function safeLink(url: string | null | undefined, base?: string): string | undefined {
  if (!url) return undefined;
  try {
    const { protocol, href } = new URL(url, base);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
