import { frameError } from 'latchkit/protocol';
import { readTypedData } from '../review/messages/readTypedData.js';
import type { Preparer } from './Prepared.js';

/** `eth_signTypedData_v4`: the payload is rebuilt from the parsed data, so that no other input is included. */
export const prepareTypedData: Preparer = ({ id, payload, signer }) => {
  const [, given] = payload.params as unknown as readonly [string, unknown];
  const typed = readTypedData(given);
  if (typed === undefined) throw frameError('BAD_MESSAGE');
  return {
    signings: [
      {
        id,
        kind: 'typedData',
        chainId: payload.chainId,
        account: signer.evm,
        payload: JSON.stringify(typed),
      },
    ],
    warnings: [],
    answer: ([signature]) => signature,
  };
};
