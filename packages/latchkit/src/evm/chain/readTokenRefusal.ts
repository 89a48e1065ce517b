import { isRefusedTransfer } from '../../protocol/tokenTransfers.js';
import { toHex } from '../provider/quantity.js';
import type { Reader } from './createReaders.js';
import type { TransferCall } from './transferCall.js';

/** Why a token refuses a transfer without reverting; undefined if it does not, or the call fails in another way. */
export async function readTokenRefusal(
  reader: Reader,
  from: string,
  { to, value, data }: TransferCall,
): Promise<string | undefined> {
  if (!data) return undefined;
  const call = { from, to, value: toHex(value), data };
  const answer = await reader
    .request({ method: 'eth_call', params: [call, 'latest'] })
    .catch(() => undefined);
  return isRefusedTransfer(answer) ? 'the token refuses the transfer' : undefined;
}
