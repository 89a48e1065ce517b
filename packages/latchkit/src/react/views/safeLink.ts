/** A web address that is safe in a link, in its normal form; anything else is no link. */
export function safeLink(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  try {
    const { protocol, href } = new URL(url, document.baseURI);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
