/**
 * The WalletConnect link in the page's address, `#uri=wc:…` or `?uri=wc:…` (encoded or not), taken out of it, so that a
 * reload does not follow it again. Undefined: there is none.
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

/** The value of `uri`, which is the last of the parameters: a link that is not encoded has `&` of its own. */
export function linkIn(parameters: string): string | undefined {
  const value = /[#?&]uri=(.+)$/.exec(parameters)?.[1];
  if (value === undefined || /^wc:.*=/.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
