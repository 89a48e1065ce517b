import { catalogueError } from '../../protocol/errors.js';
import type { PreparedTransfer } from '../adapter/Transfer.js';
import { activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { sendableAmount } from './sendableAmount.js';
import { tokenOf } from './tokenOf.js';

/**
 * What sending costs now, and the most that can be sent, of what stands in `state.send`. Before there is a receiver, of a
 * payment to the account itself.
 *
 * @throws SEND_TOKEN_REQUIRED; SEND_UNSUPPORTED_CHAIN [ERR-47]; INVALID_ADDRESS, with `reason: 'checksum'` for one with a
 * typo (EIP-55); REQUEST_FAILED, NO_RPC_URL when the chain cannot be asked.
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
