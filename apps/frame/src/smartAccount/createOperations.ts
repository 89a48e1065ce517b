import {
  callHostPaymasterCall,
  type callHostPaymasterRequest,
  checkUserOperation,
  endPermissionsCall,
  type endPermissionsRequest,
  isError,
  listSmartAccountChainsCall,
  type listSmartAccountChainsRequest,
  lookUpUserOperation,
  type OperationServers,
  type PaymasterAnswer,
  type PermittedFunctions,
  paymasterAnswer,
  type RegisteredFunctions,
  recordPermissionCall,
  type recordPermissionRequest,
  SMART_ACCOUNT_V1,
  type UserOperationDraft,
  type UserOperationOutcome,
} from 'latchkit/protocol';
import { sleep } from '../services/sleep.js';
import type { CallsStore, SentCallsRecord } from './createCallsStore.js';
import {
  createOperationServers,
  type OperationServersParts,
  resultOf,
  sentOf,
} from './createOperationServers.js';

/** The paymaster of a host page. */
export interface HostPaymaster {
  readonly url: string;
  readonly context: unknown;
  /** Whether the account pays if this paymaster does not. */
  readonly isOptional: boolean;
}

/** What the page needs to prepare, send and follow calls. */
export interface Operations {
  readonly calls: CallsStore;
  /** Limits of gas that were too low, by the calls that ran out of it: at most one for each operation that the user paid for. */
  readonly lowLimits: Map<string, bigint>;
  /** The bundler and the node of a chain. */
  servers(chainId: string, signal: AbortSignal): OperationServers;
  /**
   * Asks the project's paymaster, or one of the host page's, to pay for a user operation.
   *
   * @throws when it does not.
   */
  askPaymaster(
    asked: {
      readonly chainId: string;
      readonly method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData';
      readonly operation: UserOperationDraft;
      readonly host: HostPaymaster | undefined;
    },
    signal: AbortSignal,
  ): Promise<PaymasterAnswer>;
  /** Whether the keyring would refuse to sign an operation, so that none of these is shown. */
  refuses(operation: UserOperationDraft, owner: string, permitted: PermittedFunctions): boolean;
  /** The list of granted permissions at the wallet service. */
  readonly permissions: {
    /**
     * The functions that this site may ask for the permission to call, as the wallet service has them; undefined if it may not ask for
     * permissions on a chain.
     */
    registered(chainId: string): Promise<RegisteredFunctions | undefined>;
    /** Lists a permission before it is granted: one that is not listed could not be found to end it. */
    record(granted: {
      readonly chainId: string;
      readonly context: string;
      readonly method: 'wallet_grantPermissions' | 'wallet_requestExecutionPermissions';
    }): Promise<void>;
    /** Stops the use of a permission through this deployment. */
    end(chainId: string, context: string): Promise<void>;
  };
  /** Looks once what became of an operation. @throws if the node does not respond. */
  lookUp(
    record: SentCallsRecord & { readonly operation: NonNullable<SentCallsRecord['operation']> },
    signal: AbortSignal,
  ): Promise<UserOperationOutcome | undefined>;
  /** Waits until nothing that this page sent from an account is open: the next one needs the next nonce. */
  idle(chainId: string, account: string, signal: AbortSignal): Promise<void>;
}

/** Milliseconds between two looks at an open operation. */
const POLLING = 1_000;

export function createOperations(parts: OperationServersParts & { readonly calls: CallsStore }): Operations {
  const { walletService, withAccess, calls } = parts;
  const servers = createOperationServers(parts);
  const lookUp: Operations['lookUp'] = ({ chainId, operation }, signal) =>
    lookUpUserOperation(sentOf(operation), servers(chainId, signal));
  return {
    calls,
    lowLimits: new Map(),
    servers,
    lookUp,
    async askPaymaster({ chainId, method, operation, host }, signal) {
      const number = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`;
      const params = [operation, SMART_ACCOUNT_V1.entryPoint, number, host?.context ?? {}];
      const atHost = async ({ url }: HostPaymaster) =>
        resultOf(
          await withAccess(access =>
            walletService.call<typeof callHostPaymasterRequest>(callHostPaymasterCall, {
              ...{ params: { chainId }, access, signal },
              body: { url, method, params },
            }),
          ),
        );
      const { bundler } = servers(chainId, signal);
      return paymasterAnswer.parse(await (host ? atHost(host) : bundler(method, params, signal)));
    },
    refuses: (operation, owner, permitted) => 'problem' in checkUserOperation(operation, owner, permitted),
    permissions: {
      async registered(chainId) {
        const { permissions, registered } = await withAccess(access =>
          walletService.call<typeof listSmartAccountChainsRequest>(listSmartAccountChainsCall, { access }),
        );
        return permissions.includes(chainId) ? registered : undefined;
      },
      async record(body) {
        await withAccess(access =>
          walletService.call<typeof recordPermissionRequest>(recordPermissionCall, { access, body }),
        );
      },
      async end(chainId, context) {
        const body = { permissions: [{ chainId, context }] };
        await withAccess(access =>
          walletService.call<typeof endPermissionsRequest>(endPermissionsCall, { access, body }),
        );
      },
    },
    async idle(chainId, account, signal) {
      for (const record of calls.list()) {
        const isOther = record.chainId !== chainId || record.account !== account;
        if (record.isSettled || isOther || !record.operation) continue;
        const open = { ...record, operation: record.operation };
        while ((await lookUp(open, signal).catch(unlessAborted(signal))) === undefined) {
          await sleep(POLLING, signal);
          signal.throwIfAborted();
        }
        calls.put({ ...record, isSettled: true });
      }
    },
  };
}

/** Ignores that the node does not respond: the next look may succeed. */
function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return error => {
    signal.throwIfAborted();
    if (isError(error, 'NOT_CONNECTED')) throw error;
  };
}
