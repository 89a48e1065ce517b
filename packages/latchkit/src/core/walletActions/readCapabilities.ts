import type { AccountReference, ChainAdapter } from '../adapter/ChainAdapter.js';
import { isRecord } from '../adapter/untrusted.js';
import { parseWalletCapabilities, type WalletCapabilities } from './parseWalletCapabilities.js';

/**
 * What a connected wallet can do, by hex chain id: from its session where that says so, else by asking the wallet
 * (EIP-5792 wallet_getCapabilities [CALL-44]).
 *
 * @throws WALLET_CAPABILITIES the session's text cannot be read [ERR-60]; the wallet's own error.
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

/** What a WalletConnect session carries for wallets that say their capabilities at once. */
function sessionText(provider: unknown): string | undefined {
  if (!isRecord(provider) || !isRecord(provider.session)) return undefined;
  const { sessionProperties } = provider.session;
  if (!isRecord(sessionProperties)) return undefined;
  const { capabilities } = sessionProperties;
  return typeof capabilities === 'string' ? capabilities : undefined;
}
