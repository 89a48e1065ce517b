import { type AccountCall, awaitSentUserOperation, frameError, readAccountCalls } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sleep } from '../services/sleep.js';
import type { SentCallsRecord } from '../smartAccount/createCallsStore.js';
import { type HostPaymaster, sentOf } from '../smartAccount/createOperations.js';
import { type AskedCalls, accountCall } from './accountCall.js';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import { ownerOf, prepareOperation } from './prepareOperation.js';
import { prepareSequence } from './prepareSequence.js';
import { type AskedTransaction, dataOf, quantityOf } from './prepareTransaction.js';

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
  if (!signer.smartAccount) {
    if (atomicRequired && calls.length > 1) throw frameError('CALLS_NOT_ATOMIC');
    return prepareSequence(context, asked);
  }
  const { signing, warnings, send } = await prepareOperation(
    context,
    calls.map(accountCall),
    paymasterOf(asked),
  );
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
  const call = { to: asked.to, value: quantityOf(asked.value ?? '0x0'), data: dataOf(asked) };
  return prepareOne(context, [call], async ({ operation }) => {
    const { chainId } = context.payload;
    const servers = context.operations.servers(chainId, context.signal);
    const outcome = await awaitSentUserOperation(sentOf(operation), { ...servers, wait: sleep });
    if (outcome.status !== 'included' || !outcome.success) throw frameError('OPERATION_FAILED');
    return outcome.transactionHash;
  });
};

const askedOperation = z.object({ sender: z.string(), callData: z.string() });

/**
 * `eth_sendUserOperation`: sends the operation's calls. Nonce, deployment, gas and payment are the wallet's own, so the returned hash is of
 * another operation than the page's.
 */
export const prepareUserOperation: Preparer = async context => {
  ownerOf(context);
  const [asked] = context.payload.params as unknown as readonly [unknown];
  const { data } = askedOperation.safeParse(asked);
  const calls = data && readAccountCalls(data.callData);
  if (!calls) throw frameError('BAD_MESSAGE');
  return prepareOne(context, calls, async ({ operation }) => operation.hash);
};

/** Prepares calls that the page's own methods don't follow: their record has the operation's hash as its id. */
async function prepareOne(
  context: PrepareContext,
  calls: readonly AccountCall[],
  finish: (sent: OperationRecord) => Promise<unknown>,
): Promise<Prepared> {
  const { payload, signer } = context;
  const { signing, warnings, send } = await prepareOperation(context, calls);
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
  readonly send: Awaited<ReturnType<typeof prepareOperation>>['send'];
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

/** The paymaster that the page names. @see https://eips.ethereum.org/EIPS/eip-7677 */
function paymasterOf({ capabilities }: AskedCalls): HostPaymaster | undefined {
  const { data } = paymasterService.safeParse(capabilities?.paymasterService);
  return data && { url: data.url, context: data.context };
}

/** @throws CAPABILITY_NOT_SUPPORTED for a capability that is neither known nor optional */
function requireCapabilities({ calls, capabilities }: AskedCalls, isSmart: boolean): void {
  const known = isSmart ? ['paymasterService', 'atomic'] : ['atomic'];
  for (const asked of [capabilities, ...calls.map(call => call.capabilities)]) {
    for (const [name, value] of Object.entries(asked ?? {})) {
      const isOptional = typeof value === 'object' && value !== null && 'optional' in value && value.optional;
      if (!known.includes(name) && isOptional !== true) throw frameError('CAPABILITY_NOT_SUPPORTED');
    }
  }
}
