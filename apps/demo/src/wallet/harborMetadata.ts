import type { SignOptions } from 'latchkit/walletconnect';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#11654a"/><path d="M6 17a10 10 0 0 0 20 0" fill="none" stroke="#faf7f4" stroke-width="2.400" stroke-linecap="round"/><path d="M16 6v19M11 11h10" fill="none" stroke="#faf7f4" stroke-width="2.400" stroke-linecap="round"/></svg>';

/** This wallet's metadata as pages see it, with the links to reopen it. */
export function harborMetadata(): SignOptions['metadata'] {
  return {
    name: 'Harbor',
    description: 'A wallet for development. Everybody knows its keys.',
    url: location.origin,
    icons: [`data:image/svg+xml,${encodeURIComponent(ICON)}`],
    redirect: { universal: `${location.origin}/wallet` },
  };
}
