import { frameError } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';
import { createCallsStore } from './createCallsStore.js';
import { createOperations, type Operations } from './createOperations.js';

/** The operations of a page whose wallet service does not respond: only EOAs send calls. */
export function operationsWithoutBundler(reader: ChainReader): Operations {
  return createOperations({
    walletService: {
      call: () => Promise.reject(frameError('INTERNAL')),
      headersFor: () => Promise.reject(frameError('INTERNAL')),
      sealingKey: () => Promise.reject(frameError('INTERNAL')),
      prepare: async () => {},
    },
    withAccess: work => work('none'),
    reader,
    calls: createCallsStore(disabled, disabled, 'https://shop.example'),
  });
}

function disabled(): never {
  throw new Error('No storage');
}
