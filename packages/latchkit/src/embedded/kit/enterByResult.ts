import { readLeftFor, writeLeftFor } from '../../core/embeddedWallet/leftFor.js';
import { openModal } from '../../core/modal/openModal.js';
import { isError } from '../../protocol/BaseError.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { RESULT_URI } from '../readResultUri.js';
import type { SocialContext } from './createSocialFlow.js';
import { ask, update } from './FlowContext.js';
import { loginPayload } from './loginPayload.js';

/**
 * Connects with the result of a social login that left the page. The result is removed from the page's address first. The wallet
 * page ignores the result of a login that it did not start.
 */
export async function enterByResult(context: SocialContext, uri: string, signal: AbortSignal): Promise<void> {
  const { kit } = context;
  const { storage } = kit.kernel;
  const provider = readLeftFor(storage);
  writeLeftFor(storage, undefined);
  removeResult();
  const show = (error?: unknown) => {
    if (signal.aborted || provider === undefined) return;
    const shown = error === undefined || isError(error) ? error : frameError('INTERNAL', { cause: error });
    update(context, { social: { provider, step: 'checking', error: shown } });
  };
  try {
    show();
    await ask(context, 'CONNECT_SOCIAL', { uri, ...loginPayload(kit) }, { signal });
    await context.enter(signal);
    if (!signal.aborted) update(context, { social: undefined });
  } catch (error) {
    if (isError(error, 'LOGIN_EXPIRED') || provider === undefined) {
      update(context, { social: undefined });
      return;
    }
    show(error);
    if (!signal.aborted) openModal(kit, { view: { name: 'ConnectingSocial', provider } });
  }
}

/** Removes the parameter; the others and the fragment stay as they are. */
function removeResult(): void {
  const url = new URL(location.href);
  url.searchParams.delete(RESULT_URI);
  history.replaceState(history.state, '', url);
}
