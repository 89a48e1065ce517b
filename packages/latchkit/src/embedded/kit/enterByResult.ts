import type { SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import { readLeftFor, writeLeftFor } from '../../core/embeddedWallet/leftFor.js';
import type { SocialProvider } from '../../core/LatchkitOptions.js';
import { openModal } from '../../core/modal/openModal.js';
import { isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { RESULT_URI } from '../readResultUri.js';
import { connectSocial } from './connectSocial.js';
import type { SocialLoginContext } from './createSocialFlow.js';
import { endedSocial } from './endedSocial.js';
import { update } from './FlowContext.js';

/**
 * Connects with the result of a social login that left the page. The result is removed from the page's address first. The wallet
 * page ignores the result of a login that it did not start.
 */
export async function enterByResult(
  context: SocialLoginContext,
  uri: string,
  signal: AbortSignal,
): Promise<void> {
  const { kit } = context;
  const { storage } = kit.kernel;
  const provider = readLeftFor(storage);
  writeLeftFor(storage, undefined);
  removeResult();
  const show = (social: SocialLoginState) => {
    if (!signal.aborted) update(context, { social });
  };
  try {
    if (provider !== undefined) show({ provider, step: 'checking' });
    await connectSocial(context, uri, {
      signal,
      onLink(link) {
        if (signal.aborted || provider === undefined) return;
        show({ provider, step: link ? 'device' : 'checking', link });
        if (link && !kit.store.getState().modal.open) openModal(kit, { view: viewOf(provider) });
      },
    });
    await context.enter(signal);
    if (!signal.aborted) update(context, { social: undefined });
  } catch (error) {
    if (isError(error, 'LOGIN_EXPIRED') || provider === undefined) {
      update(context, { social: undefined });
      return;
    }
    const shown = isError(error) ? error : frameError('INTERNAL', { cause: error });
    show(endedSocial(kit, provider, 'checking', shown));
    if (!signal.aborted) openModal(kit, { view: viewOf(provider) });
  }
}

const viewOf = (provider: Exclude<SocialProvider, 'farcaster'>) =>
  ({ name: 'ConnectingSocial', provider }) as const;

/** Removes the parameter; the others and the fragment stay as they are. */
function removeResult(): void {
  const url = new URL(location.href);
  // As text: URLSearchParams would encode the others differently.
  const others = url.search.slice(1).split('&');
  url.search = others.filter(pair => !pair.startsWith(`${RESULT_URI}=`)).join('&');
  history.replaceState(history.state, '', url);
}
