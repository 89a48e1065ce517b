/**
 * Removes the WalletConnect link from the page's URL, `#uri=wc:…` or `?uri=wc:…` (encoded or not), and returns it, so that a
 * reload does not open it again. Returns undefined if the URL contains no link.
 */
export function takeLink(): string | undefined {
  const uri = linkIn(location.hash) ?? linkIn(location.search);
  if (uri !== undefined) {
    const rest = new URL(location.href);
    rest.hash = '';
    rest.search = rest.search.replace(/[?&]uri=.*$/, '');
    history.replaceState(null, '', rest);
  }
  return uri;
}

/** The value of `uri`, which must be the last parameter: an unencoded link contains `&`. */
export function linkIn(parameters: string): string | undefined {
  const value = /[#?&]uri=(.+)$/.exec(parameters)?.[1];
  if (value === undefined || /^wc:.*=/.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
