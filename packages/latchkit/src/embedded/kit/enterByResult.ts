import type { SocialLoginState } from '../../core/embeddedWallet/embeddedWalletState.js';
import { readLeftFor, writeLeftFor } from '../../core/embeddedWallet/leftFor.js';
import type { SocialProvider } from '../../core/LatchkitOptions.js';
import { openModal } from '../../core/modal/openModal.js';
import { isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { connectSocial } from './connectSocial.js';
import type { SocialLoginContext } from './createSocialFlow.js';
import { endedSocial } from './endedSocial.js';
import { ask, update } from './FlowContext.js';
import { reloadLeftPage, removeResult } from './leftPage.js';
import { loginPayload } from './loginPayload.js';

/**
 * Connects with the result of a social login that left the page, once the page has its own address back, without the result. The
 * wallet page ignores the result of a login that it did not start.
 */
export async function enterByResult(
  context: SocialLoginContext,
  uri: string,
  signal: AbortSignal,
): Promise<void> {
  if (reloadLeftPage(uri)) return;
  const { kit } = context;
  const { storage } = kit.kernel;
  const provider = readLeftFor(storage);
  writeLeftFor(storage, undefined);
  removeResult(uri);
  const show = (social: SocialLoginState) => {
    if (!signal.aborted) update(context, { social });
  };
  try {
    if (provider !== undefined) show({ provider, step: 'checking' });
    if (!(await isComplete(context, uri, signal)))
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

/** Completes the login, and returns whether the user is signed in: a new device may need a link first. */
async function isComplete(
  context: SocialLoginContext,
  socialUri: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await ask(context, 'GET_USER', { socialUri, ...loginPayload(context.kit) }, { signal });
    return true;
  } catch (cause) {
    if (isError(cause, 'LINK_REQUIRED')) return false;
    throw cause;
  }
}

const viewOf = (provider: Exclude<SocialProvider, 'farcaster'>) =>
  ({ name: 'ConnectingSocial', provider }) as const;
