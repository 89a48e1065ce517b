import { catalogueError } from '../../protocol/errors.js';
import type { PreparedTransfer } from '../adapter/Transaction.js';
import { activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { sendableAmount } from './sendableAmount.js';
import { tokenOf } from './tokenOf.js';

/**
 * The current cost and maximum of the payment in `state.send`. Without a receiver, for a payment to the account itself.
 *
 * @throws SEND_TOKEN_REQUIRED; SEND_UNSUPPORTED_CHAIN; INVALID_ADDRESS, with `reason: 'checksum'` for one with a
 * typo (EIP-55); REQUEST_FAILED or NO_RPC_URL if the chain cannot be reached.
 */
export async function prepareSend(kit: Latchkit): Promise<PreparedTransfer> {
  const { adapter, address, network } = activeConnection(kit);
  if (!adapter.prepareTransfer) throw catalogueError('SEND_UNSUPPORTED_CHAIN');
  const { token, receiverAddress, sendTokenAmount = '' } = kit.store.getState().send;
  if (!token) throw catalogueError('SEND_TOKEN_REQUIRED');
  const amount = sendableAmount(sendTokenAmount, token.quantity.decimals, network.chainNamespace) ?? 0n;
  const { signal } = kit.kernel;
  const to = receiverAddress ?? address;
  return adapter.prepareTransfer({ address, network, to, amount, ...tokenOf(token), signal });
}
