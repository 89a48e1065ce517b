import {
  awaitSentUserOperation,
  frameError,
  isSessionsContract,
  readAccountCalls,
  SMART_ACCOUNT_V1,
  userOperation,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sleep } from '../services/sleep.js';
import type { SentCallsRecord } from '../smartAccount/createCallsStore.js';
import { sentOf } from '../smartAccount/createOperationServers.js';
import type { HostPaymaster } from '../smartAccount/createOperations.js';
import { type AskedCalls, accountCall } from './accountCall.js';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import {
  ownerOf,
  type PreparedOperation,
  prepareGivenOperation,
  prepareOperation,
} from './prepareOperation.js';
import { prepareSequence } from './prepareSequence.js';
import { type AskedTransaction, dataOf } from './prepareTransaction.js';
import { quantityOf } from './readFees.js';

/**
 * `wallet_sendCalls` (EIP-5792): one user operation of the smart account, or transactions of the EOA. Returns the id once the first of
 * them is on its way.
 *
 * @throws frameError CALLS_EXIST; CALLS_NOT_ATOMIC; CAPABILITY_NOT_SUPPORTED
 */
export const prepareCalls: Preparer = async context => {
  const { payload, signer, operations } = context;
  const [asked] = payload.params as unknown as readonly [AskedCalls];
  const { id, calls, atomicRequired } = asked;
  const number = BigInt(payload.chainId.slice('eip155:'.length));
  if (asked.chainId !== undefined && quantityOf(asked.chainId) !== number) throw frameError('BAD_MESSAGE');
  if (id !== undefined && operations.calls.find(id)) throw frameError('CALLS_EXIST');
  requireCapabilities(asked, signer.smartAccount !== undefined);
  refusePermissions(calls);
  if (!signer.smartAccount) {
    if (atomicRequired && calls.length > 1) throw frameError('CALLS_NOT_ATOMIC');
    return prepareSequence(context, asked);
  }
  const { signing, warnings, send } = await prepareOperation(context, calls.map(accountCall), {
    host: paymasterOf(asked),
  });
  return {
    signings: [signing],
    warnings,
    async answer([signature = '']) {
      const record = (operation: NonNullable<SentCallsRecord['operation']>): SentCallsRecord => ({
        id: id ?? operation.hash,
        ...{ chainId: payload.chainId, account: signer.evm, operation, isSettled: false },
      });
      return { id: (await sendRecorded(context, { send, signature, record })).id };
    },
  };
};

/** `eth_sendTransaction` of the smart account: a batch of one. Returns the hash of the transaction that included it. */
export const prepareAsCall: Preparer = async context => {
  const [asked] = context.payload.params as unknown as readonly [AskedTransaction];
  if (!asked.to) throw frameError('UNSUPPORTED_METHOD');
  const { chainId } = context.payload;
  if (asked.chainId !== undefined && quantityOf(asked.chainId) !== BigInt(chainId.slice('eip155:'.length))) {
    throw frameError('BAD_MESSAGE');
  }
  refusePermissions([{ to: asked.to }]);
  const call = { to: asked.to, value: quantityOf(asked.value ?? '0x0'), data: dataOf(asked) };
  const given = asked.gas ?? asked.gasLimit;
  const leastCallGas = given === undefined ? undefined : quantityOf(given);
  const prepared = await prepareOperation(context, [call], { leastCallGas });
  return followed(context, prepared, async ({ operation }) => {
    const { chainId } = context.payload;
    const servers = context.operations.servers(chainId, context.signal);
    const outcome = await awaitSentUserOperation(sentOf(operation), { ...servers, wait: sleep });
    if (outcome.status !== 'included' || !outcome.success) throw await prepared.failure(outcome);
    return outcome.transactionHash;
  });
};

/** Permissions have methods of their own, which not every site may use. @throws BAD_MESSAGE */
function refusePermissions(calls: readonly { readonly to: string }[]): void {
  if (calls.some(({ to }) => isSessionsContract(to))) throw frameError('BAD_MESSAGE');
}

const givenOperation = z.omit(userOperation, { signature: true });

/** `eth_sendUserOperation`: sends the operation as the page gave it, with the account's signature. Returns its hash (ERC-7769). */
export const prepareUserOperation: Preparer = async context => {
  ownerOf(context);
  const [asked, entryPoint] = context.payload.params as unknown as readonly [object, string];
  const { signature, ...given } = asked as Readonly<Record<string, unknown>>;
  const { data } = givenOperation.safeParse(given);
  const isOurs = entryPoint.toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase();
  if (!data || !isOurs) throw frameError('BAD_MESSAGE');
  refusePermissions(readAccountCalls(data.callData) ?? []);
  return followed(
    context,
    await prepareGivenOperation(context, data),
    async ({ operation }) => operation.hash,
  );
};

/** An operation that the page's own methods don't follow: its record has its hash as id. */
function followed(
  context: PrepareContext,
  { signing, warnings, send }: PreparedOperation,
  finish: (sent: OperationRecord) => Promise<unknown>,
): Prepared {
  const { payload, signer } = context;
  return {
    signings: [signing],
    warnings,
    async answer([signature = '']) {
      const record = (operation: OperationRecord['operation']) => ({
        id: operation.hash,
        ...{ chainId: payload.chainId, account: signer.evm, operation, isSettled: false },
      });
      return finish(await sendRecorded(context, { send, signature, record }));
    },
  };
}

type OperationRecord = SentCallsRecord & { readonly operation: NonNullable<SentCallsRecord['operation']> };

interface Sending {
  readonly send: PreparedOperation['send'];
  readonly signature: string;
  readonly record: (operation: OperationRecord['operation']) => SentCallsRecord;
}

/** Stores an operation and sends it. The record of one that was refused is removed: nothing was sent. After an abort, it may have been. */
async function sendRecorded(
  { operations: { calls }, signal }: PrepareContext,
  { send, signature, record }: Sending,
): Promise<OperationRecord> {
  const stored: OperationRecord[] = [];
  try {
    await send(signature, operation => {
      const made = { ...record(operation), operation };
      stored.push(made);
      calls.put(made);
    });
  } catch (error) {
    if (!signal.aborted) for (const { id } of stored) calls.remove(id);
    throw error;
  }
  const [sent] = stored;
  if (!sent) throw frameError('INTERNAL');
  return sent;
}

const paymasterService = z.object({ url: z.url(), context: z.optional(z.unknown()) });

/**
 * The paymaster that the page names.
 *
 * @throws BAD_MESSAGE It has no URL, and is required.
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
function paymasterOf({ capabilities }: AskedCalls): HostPaymaster | undefined {
  const asked = capabilities?.paymasterService;
  if (asked === undefined) return undefined;
  const { data } = paymasterService.safeParse(asked);
  const isOptional = isOptionalCapability(asked);
  if (!data && !isOptional) throw frameError('BAD_MESSAGE');
  return data && { url: data.url, context: data.context, isOptional };
}

/** @throws CAPABILITY_NOT_SUPPORTED for a capability that is neither known nor optional */
function requireCapabilities({ calls, capabilities }: AskedCalls, isSmart: boolean): void {
  const known = isSmart ? ['paymasterService', 'atomic'] : ['atomic'];
  for (const asked of [capabilities, ...calls.map(call => call.capabilities)]) {
    for (const [name, value] of Object.entries(asked ?? {})) {
      if (!known.includes(name) && !isOptionalCapability(value)) throw frameError('CAPABILITY_NOT_SUPPORTED');
    }
  }
}

function isOptionalCapability(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'optional' in value && value.optional === true;
}
