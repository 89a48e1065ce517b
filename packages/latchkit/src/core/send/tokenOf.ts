import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { TransferRequest } from '../adapter/Transaction.js';

/** A token in the adapters' format; undefined for the network's own currency. */
export function tokenOf({ address, quantity }: TokenBalance): Pick<TransferRequest, 'token'> {
  if (!address) return {};
  const contract = address.slice(address.lastIndexOf(':') + 1);
  return { token: { address: contract, decimals: quantity.decimals } };
}
