import { catalogueError } from '../../protocol/errors.js';
import type { EmbeddedWalletFlow } from '../contracts/EmbeddedWallet.js';
import type { Latchkit } from '../Latchkit.js';

/** The embedded wallet of an instance, started. @throws AUTH_CONNECTOR_NOT_FOUND [ERR-12]; EMAIL_DEPENDENCY [ERR-30]. */
export async function embeddedWalletOf(kit: Latchkit): Promise<EmbeddedWalletFlow> {
  if (!kit.options.embeddedWallet) throw catalogueError('AUTH_CONNECTOR_NOT_FOUND');
  await kit.kernel.start();
  if (kit.kernel.embeddedWallet) return kit.kernel.embeddedWallet;
  throw catalogueError('EMAIL_DEPENDENCY');
}
