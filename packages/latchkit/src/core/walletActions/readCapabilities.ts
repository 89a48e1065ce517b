import type { AccountReference, ChainAdapter } from '../adapter/ChainAdapter.js';
import { isRecord } from '../adapter/untrusted.js';
import { parseWalletCapabilities, type WalletCapabilities } from './parseWalletCapabilities.js';

/**
 * A connected wallet's capabilities, by hex chain id: from its session if that contains them, else requested from the wallet
 * (EIP-5792 wallet_getCapabilities).
 *
 * @throws WALLET_CAPABILITIES if the session's text is invalid; the wallet's own error.
 */
export async function readCapabilities(
  adapter: ChainAdapter,
  account: AccountReference,
): Promise<WalletCapabilities> {
  const text = sessionText(await adapter.getProvider(account.connectorId));
  if (text !== undefined) {
    const written = parseWalletCapabilities(text);
    const address = account.address.toLowerCase();
    const own = Object.entries(written).find(([key]) => key.toLowerCase() === address)?.[1];
    if (isRecord(own)) return own;
  }
  return adapter.getCapabilities ? adapter.getCapabilities(account) : {};
}

/** The capabilities that some wallets include in their WalletConnect session. */
function sessionText(provider: unknown): string | undefined {
  if (!isRecord(provider) || !isRecord(provider.session)) return undefined;
  const { sessionProperties } = provider.session;
  if (!isRecord(sessionProperties)) return undefined;
  const { capabilities } = sessionProperties;
  return typeof capabilities === 'string' ? capabilities : undefined;
}
