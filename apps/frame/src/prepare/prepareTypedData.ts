import { frameError } from 'latchkit/protocol';
import { readTypedData } from '../decode/readTypedData.js';
import type { Preparer } from './Prepared.js';

/** `eth_signTypedData_v4`: what is signed is written anew from what was read, so that nothing else of it is left. */
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
