import { PORTAL_PROJECT } from 'latchkit/protocol';
import type { Caller } from '../../shared/proveCaller.js';
import type { SocialParts } from './SocialParts.js';

/**
 * The page to which a login by full page comes back: the caller's own, without query and fragment; of the portal, its only page.
 * Any page of the wallet service or the vault acts on its address, so no caller may choose one.
 *
 * @returns undefined if the login may not come back there.
 */
export function returnPage(
  { isServiceOrigin }: Pick<SocialParts, 'isServiceOrigin'>,
  { projectId, hostOrigin }: Pick<Caller, 'projectId' | 'hostOrigin'>,
  returnTo: string,
): string | undefined {
  const url = URL.canParse(returnTo) ? new URL(returnTo) : undefined;
  // A `blob:` URL has the origin of its page, too.
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url?.origin !== hostOrigin || !isPage || url.username !== '' || url.password !== '') return undefined;
  if (projectId === PORTAL_PROJECT) return `${hostOrigin}/me`;
  return isServiceOrigin(hostOrigin) ? undefined : url.origin + url.pathname;
}
