import { writeLeftFor } from '../../core/embeddedWallet/leftFor.js';
import type { SocialProvider } from '../../core/LatchkitOptions.js';
import { isError } from '../../protocol/BaseError.js';
import { embeddedError } from '../embeddedErrors.js';
import { beginSocial } from './beginSocial.js';
import type { SocialContext } from './createSocialFlow.js';
import { update } from './FlowContext.js';
import { keepPage } from './leftPage.js';
import { logSetUpFault } from './logSetUpFault.js';

/**
 * Sends the tab to a social provider, which sends it back to this page.
 *
 * @throws See `leaveForSocialLogin`.
 */
export async function leaveForProvider(
  context: SocialContext,
  provider: Exclude<SocialProvider, 'farcaster'>,
  signal: AbortSignal,
): Promise<void> {
  update(context, { social: { provider, step: 'opening' } });
  try {
    const returnTo = location.origin + location.pathname;
    const { uri, endsHere } = await beginSocial(context, { provider, returnTo }, signal);
    if (!endsHere) throw embeddedError('GATEWAY_TOO_OLD');
    writeLeftFor(context.kit.kernel.storage, provider);
    keepPage(idOf(uri));
    location.assign(uri);
  } catch (error) {
    if (!signal.aborted && isError(error)) {
      logSetUpFault(provider, error);
      update(context, { social: { provider, step: 'opening', error } });
    }
    throw error;
  }
}

/** The login's id, which starts the fragment of its page at the wallet service. */
const idOf = (uri: string) => new URL(uri).hash.slice(1).split('&')[0] ?? '';
