import { isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { EmbeddedWalletFlow } from './EmbeddedWalletConfig.js';
import { isEmailOffered } from './isEmailOffered.js';

/** Set where the embedded wallet is configured and was needed. */
export const embeddedWalletFlow = /* @__PURE__ */ instanceSlot<EmbeddedWalletFlow>('embeddedWallet');

/**
 * The embedded wallet of an instance, started. What did not load is asked for again.
 *
 * @throws AUTH_CONNECTOR_NOT_FOUND [ERR-12]; EMAIL_DEPENDENCY its code does not load [ERR-30]; DESTROYED.
 */
export async function embeddedWalletOf(kit: Latchkit): Promise<EmbeddedWalletFlow> {
  const { kernel, options } = kit;
  await kernel.start();
  if (kernel.signal.aborted) throw catalogueError('DESTROYED');
  if (!options.embeddedWallet || !isEmailOffered(kit, kit.store.getState())) {
    throw catalogueError('AUTH_CONNECTOR_NOT_FOUND');
  }
  return embeddedWalletFlow.get(kit) ?? followEmbeddedWallet(kit, options.embeddedWallet);
}

/** Loads the code of the embedded wallet. @throws EMAIL_DEPENDENCY */
async function followEmbeddedWallet(
  kit: Latchkit,
  config: NonNullable<Latchkit['options']['embeddedWallet']>,
): Promise<EmbeddedWalletFlow> {
  try {
    return await config.follow(kit);
  } catch (cause) {
    throw isError(cause, 'DESTROYED') ? cause : catalogueError('EMAIL_DEPENDENCY', { cause });
  }
}
