import { isEvmAddress } from 'latchkit/protocol';
import { type Hex, isHex, stringToHex } from 'viem';
import type { Preparer } from './Prepared.js';

/** `personal_sign`: hex is bytes, anything else is text. Accepts the account as first parameter too, since some pages swap them. */
export const prepareMessage: Preparer = ({ id, payload, signer }) => {
  const [first, second] = payload.params as unknown as readonly [string, string];
  const message = isEvmAddress(second) ? first : second;
  return {
    signings: [
      { id, kind: 'message', chainId: payload.chainId, account: signer.evm, payload: bytesOf(message) },
    ],
    warnings: [],
    answer: ([signature]) => signature,
  };
};

function bytesOf(message: string): Hex {
  const isBytes = isHex(message) && message.length % 2 === 0;
  return isBytes ? (message.toLowerCase() as Hex) : stringToHex(message);
}
