import type { CaipNetwork } from '../core/adapter/Network.js';
import { activeConnection } from '../core/connection/activeConnection.js';
import type { Latchkit } from '../core/Latchkit.js';
import { createError } from '../protocol/errors.js';
import type { BitcoinAdapter } from './BitcoinActions.js';

/** @throws The errors of `activeConnection`; ADAPTER_NOT_FOUND if another adapter serves the namespace. */
export function bitcoinConnection(kit: Latchkit): {
  readonly adapter: BitcoinAdapter;
  readonly connectorId: string;
  readonly address: string;
  readonly network: CaipNetwork;
} {
  const { adapter, ...connection } = activeConnection(kit, 'bip122');
  if (!isBitcoin(adapter)) throw createError('ADAPTER_NOT_FOUND', { context: { namespace: 'bip122' } });
  return { ...connection, adapter };
}

function isBitcoin(adapter: object): adapter is BitcoinAdapter {
  return 'signText' in adapter && 'signPsbt' in adapter;
}
