/**
 * A web address that is safe in a link, in its normal form; anything else is no link.
 * @param base what a relative address is relative to. Default: a relative address is no link.
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
