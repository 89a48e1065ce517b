import type { PolkadotSigner } from '@polkadot-api/pjs-signer';
import { activeConnection, wrapWalletError } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import { createError } from '../protocol/errors.js';
import type { PolkadotAdapter } from './PolkadotActions.js';

/**
 * Returns a `PolkadotSigner` of polkadot-api for the connected account, with which a host signs and sends transactions.
 *
 * @throws CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected; ADAPTER_NOT_FOUND; REQUEST_FAILED if the wallet cannot sign
 * transactions, or `@polkadot-api/pjs-signer` is not installed.
 *
 * @example
 * const signer = await getPolkadotSigner(kit);
 */
export async function getPolkadotSigner(kit: Latchkit): Promise<PolkadotSigner> {
  const { adapter, connectorId, address } = activeConnection(kit, 'polkadot');
  if (!isPolkadot(adapter)) throw createError('ADAPTER_NOT_FOUND', { context: { namespace: 'polkadot' } });
  const signer = await wrapWalletError(kit, 'POLKADOT_SIGNER', adapter.signerOf({ connectorId, address }));
  return signer as PolkadotSigner;
}

function isPolkadot(adapter: object): adapter is PolkadotAdapter {
  return 'signerOf' in adapter;
}
