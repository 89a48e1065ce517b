import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import type { AccountReference, ChainAdapter } from '../adapter/ChainAdapter.js';
import { isRecord } from '../adapter/untrusted.js';
import { activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The connected wallet's capabilities, by hex chain id (EIP-5792 wallet_getCapabilities). Empty for namespaces without
 * capabilities.
 *
 * @throws WALLET_CAPABILITIES if the capabilities in the wallet's session are invalid; REQUEST_FAILED;
 * CAIP_NETWORK_OR_ADDRESS_UNDEFINED.
 *
 * @example
 * const { '0x1': mainnet } = await getCapabilities(kit);
 */
export async function getCapabilities(
  kit: Latchkit,
  options: { readonly namespace?: ChainNamespace } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const connection = activeConnection(kit, options.namespace, 'CHAIN_ADAPTER_NOT_FOUND');
  const { adapter, connectorId, address } = connection;
  const asked = readCapabilities(adapter, { connectorId, address });
  return whileConnected(kit, 'GET_CAPABILITIES', connection, asked);
}

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

/** Capabilities by chain, or by address and chain, as stored by the wallet in its session. */
export type WalletCapabilities = Readonly<Record<string, unknown>>;

/** A session's capabilities are invalid. */
class WalletCapabilitiesError extends BaseError {
  constructor(cause?: unknown) {
    super('WALLET_CAPABILITIES', 'Error parsing wallet capabilities', { cause });
  }
}

/**
 * Parses the capabilities that a wallet stored in its session as JSON.
 *
 * @throws WALLET_CAPABILITIES if the text is not a JSON object.
 */
export function parseWalletCapabilities(text: string): WalletCapabilities {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WalletCapabilitiesError(cause);
  }
  if (!isRecord(value)) throw new WalletCapabilitiesError();
  return value;
}
