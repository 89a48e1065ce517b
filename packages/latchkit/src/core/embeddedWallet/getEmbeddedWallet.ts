import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { EmbeddedWalletFlow } from './EmbeddedWalletConfig.js';
import { isWalletOffered } from './offeredLogins.js';

/** Set once the embedded wallet is configured and needed. */
export const embeddedWalletFlow = /* @__PURE__ */ instanceSlot<EmbeddedWalletFlow>('embeddedWallet');

/**
 * The running embedded wallet of an instance. A failed load is retried.
 *
 * @throws AUTH_CONNECTOR_NOT_FOUND; EMAIL_DEPENDENCY if its code fails to load; DESTROYED.
 */
export async function getEmbeddedWallet(kit: Latchkit): Promise<EmbeddedWalletFlow> {
  const { kernel, options } = kit;
  await kernel.start();
  if (kernel.signal.aborted) throw createError('DESTROYED');
  const { email, socials } = kit.store.getState().features;
  if (!options.embeddedWallet || !(email || socials) || !isWalletOffered(kit)) {
    throw createError('AUTH_CONNECTOR_NOT_FOUND');
  }
  return embeddedWalletFlow.get(kit) ?? followEmbeddedWallet(kit, options.embeddedWallet);
}

/**
 * Returns the running embedded wallet for a login. There is one user at a time.
 *
 * @throws ALREADY_LOGGED_IN; the errors of {@link getEmbeddedWallet}.
 */
export async function getLoginFlow(kit: Latchkit): Promise<EmbeddedWalletFlow> {
  const flow = await getEmbeddedWallet(kit);
  assertLoggedOut(kit);
  return flow;
}

/** @throws ALREADY_LOGGED_IN */
export function assertLoggedOut({ store }: Latchkit): void {
  if (store.getState().connections.some(({ auth }) => auth))
    throw new BaseError('ALREADY_LOGGED_IN', 'A user is logged in. Log out first');
}

/** Loads the code of the embedded wallet. @throws EMAIL_DEPENDENCY */
async function followEmbeddedWallet(
  kit: Latchkit,
  config: NonNullable<Latchkit['options']['embeddedWallet']>,
): Promise<EmbeddedWalletFlow> {
  try {
    return await config.follow(kit);
  } catch (cause) {
    throw isError(cause, 'DESTROYED')
      ? cause
      : new BaseError('EMAIL_DEPENDENCY', 'Unable to load email login dependency', { cause });
  }
}
