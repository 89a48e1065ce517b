import {
  type FrameErrorCode,
  parseUrl,
  type SocialFailure,
  socialFailure,
  walletUuid,
} from 'latchkit/protocol';

/** How a login at a provider ended. */
export type SocialEnding = { readonly resultCode: string } | { readonly failure: FrameErrorCode };

/** The login that a URL of the wallet service names, and its ending; no ending: the login is still at the provider. */
export interface ToldEnding {
  readonly txn: string;
  readonly ending?: SocialEnding;
}

/** The error for a provider's failure. */
export function readFailure(failure: SocialFailure): { readonly failure: FrameErrorCode } {
  return { failure: failure === 'REFUSED' ? 'LOGIN_REFUSED' : failure };
}

/**
 * Reads the URL that a host passes to `CONNECT_SOCIAL`: of the popup's first or last page, or the `result_uri` of a page.
 *
 * @param origin - Origin of the wallet service.
 * @returns undefined for any other URL.
 */
export function parseSocialResult(uri: string, origin: string): ToldEnding | undefined {
  const url = parseUrl(uri);
  if (url?.origin !== origin) return undefined;
  const fragment = url.hash.slice(1);
  if (url.pathname === '/window/oauth') {
    const txn = walletUuid.safeParse(fragment).data;
    return txn === undefined ? undefined : { txn };
  }
  if (url.pathname !== '/window/done') return undefined;
  const result = new URLSearchParams(fragment || url.search);
  const txn = walletUuid.safeParse(result.get('txn')).data;
  if (txn === undefined) return undefined;
  const resultCode = result.get('resultCode');
  if (resultCode !== null) return { txn, ending: { resultCode } };
  const failure = socialFailure.safeParse(result.get('failure')).data;
  return { txn, ending: failure ? readFailure(failure) : { failure: 'LOGIN_EXPIRED' } };
}
