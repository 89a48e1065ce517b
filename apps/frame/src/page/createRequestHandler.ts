import { rpcPolicy } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { Approvals } from '../approvals/Approvals.js';
import type { ChainReader } from '../chains/createChainReader.js';
import type { HostHandlers } from '../host/HostHandlers.js';
import { sleep } from '../services/sleep.js';
import { answerCallsStatus } from '../smartAccount/answerCallsStatus.js';
import type { ActiveAccounts } from '../smartAccount/createActiveAccounts.js';
import type { Operations } from '../smartAccount/createOperations.js';
import { answerRead } from './answerRead.js';

/** Milliseconds between two looks at the pending calls that are shown. */
const STATUS_POLLING = 1_000;

export interface RequestHandlerOptions {
  readonly account: Pick<Account, 'restore'>;
  readonly accounts: ActiveAccounts;
  readonly approvals: Approvals;
  readonly operations: Operations;
  readonly reader: ChainReader;
}

/** Creates the handler of requests to chains: the user decides on some, the others are read. */
export function createRequestHandler({
  account,
  accounts,
  approvals,
  operations,
  reader,
}: RequestHandlerOptions): Pick<HostHandlers, 'RPC_REQUEST'> {
  return {
    async RPC_REQUEST(payload, context) {
      const user = await account.restore();
      if (user) await accounts.load(user);
      if (payload.method === 'wallet_showCallsStatus') {
        const [id] = payload.params as unknown as readonly [string];
        const read: Parameters<typeof approvals.showStatus>[0] = async (signal, before) => {
          if (before) await sleep(STATUS_POLLING, signal);
          return answerCallsStatus(operations, reader, id, signal);
        };
        return approvals.showStatus(read, payload.chainId, context);
      }
      if (rpcPolicy(payload.method, payload.chainNamespace) === 'approve')
        return approvals.request(payload, context);
      return answerRead(
        { reader, operations, account: chainId => user && accounts.on(user, chainId) },
        payload,
        context.signal,
      );
    },
  };
}
