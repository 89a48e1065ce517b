import {
  callBundlerCall,
  type callBundlerRequest,
  callHostPaymasterCall,
  type callHostPaymasterRequest,
  isError,
  lookUpUserOperation,
  type OperationServers,
  RpcRefusal,
  type SentUserOperation,
  SMART_ACCOUNT_V1,
  type UserOperationDraft,
  type UserOperationOutcome,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { Account } from '../account/Account.js';
import type { ChainReader } from '../chains/createChainReader.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import { sleep } from '../services/sleep.js';
import type { CallsStore, SentCallsRecord } from './createCallsStore.js';

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i));

const paymasterData = z.object({
  paymaster: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  paymasterData: z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i)),
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
});

/** What a paymaster adds to a user operation (ERC-7677). */
export type PaymasterData = z.infer<typeof paymasterData>;

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
  ): Promise<PaymasterData>;
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

export function createOperations(parts: {
  readonly walletService: ServiceClient;
  readonly withAccess: Account['withAccess'];
  readonly reader: ChainReader;
  readonly calls: CallsStore;
}): Operations {
  const { walletService, withAccess, reader, calls } = parts;
  const servers: Operations['servers'] = (chainId, signal) => ({
    signal,
    node: (method, params, until) => reader.request(chainId, method, params, until),
    bundler: async (method, params, until) => {
      const body = { method, params: [...params] };
      const call = (access: string) =>
        walletService.call<typeof callBundlerRequest>(callBundlerCall, {
          params: { chainId },
          body,
          access,
          signal: until,
        });
      return resultOf(await withAccess(call));
    },
  });
  const lookUp: Operations['lookUp'] = ({ chainId, operation }, signal) =>
    lookUpUserOperation(sentOf(operation), servers(chainId, signal));
  return {
    calls,
    servers,
    lookUp,
    async askPaymaster({ chainId, method, operation, host }, signal) {
      const number = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`;
      const params = [operation, SMART_ACCOUNT_V1.entryPoint, number, host?.context ?? {}];
      const answer = await withAccess(access =>
        host === undefined
          ? walletService.call<typeof callBundlerRequest>(callBundlerCall, {
              ...{ params: { chainId }, access, signal },
              body: { method, params },
            })
          : walletService.call<typeof callHostPaymasterRequest>(callHostPaymasterCall, {
              ...{ params: { chainId }, access, signal },
              body: { url: host.url, method, params },
            }),
      );
      return paymasterData.parse(resultOf(answer));
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

/** A node that does not respond is asked again. */
function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return error => {
    signal.throwIfAborted();
    if (isError(error, 'NOT_CONNECTED')) throw error;
  };
}

/** A stored operation, as it is looked up. */
export function sentOf(operation: NonNullable<SentCallsRecord['operation']>): SentUserOperation {
  const { hash, fromBlock, ...others } = operation;
  return { ...others, hash: hash as `0x${string}`, fromBlock: BigInt(fromBlock) };
}

function resultOf({
  result,
  error,
}: {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}): unknown {
  if (error) throw new RpcRefusal(error.code, error.message);
  return result;
}
