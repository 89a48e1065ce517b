import {
  type AccountCall,
  encodeAccountCalls,
  encodeRemoveSession,
  MAX_ACCOUNT_CALLS,
  readSessionContext,
  SMART_ACCOUNT_V1,
  SMART_SESSIONS,
  sessionPeriods,
  smartAccountAddress,
} from 'latchkit/protocol';
import { type Hex, toHex } from 'viem';
import * as z from 'zod';
import { HttpError } from '../../../platform/http/HttpError.js';
import type { OperationCaller } from '../../../platform/OperationCaller.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';

/** Seconds in which the operation can reach the chain. */
const VALIDITY = 600;
/** A well-formed signature with which bundlers estimate gas: 12 bytes of times, then r, s and v. */
const STUB_SIGNATURE: Hex = `0x${'00'.repeat(12)}${'ec'.repeat(32)}${'1c'.repeat(32)}1b`;
/** Tip of a chain whose node suggests none, in wei. */
const TIP = '0x3b9aca00';

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i);
const head = z.object({ timestamp: quantity, baseFeePerGas: quantity.default('0x0') });
const estimate = z.object({
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
});

/** Reads from a chain with JSON-RPC. */
export type ReadChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Creates a reader of a chain. @throws RpcError; an error of the node. */
export function chainReader(
  { callChain }: Pick<ProjectAccess, 'callChain'>,
  chainId: string,
  gone: AbortSignal,
): ReadChain {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { result, error } = JSON.parse(await callChain(chainId, body, gone, async () => {}));
    if (error) throw new Error(`The node refused ${method}`);
    return result;
  };
}

/** The ids of a permission's sessions that are not over. */
export function openSessions(context: string): readonly Hex[] {
  const grant = readSessionContext(context);
  const now = Date.now() / 1_000;
  const periods = grant ? sessionPeriods(grant).filter(({ until }) => until >= now) : [];
  return periods.map(({ permissionId }) => permissionId);
}

/**
 * Prepares the user operations that end permissions of an account on a chain. The account has the adapter, because it granted them,
 * and pays the fee. The keyring signs them only if they do nothing else.
 *
 * @returns the JSON of each.
 * @throws HttpError 403 `USER_OPERATION_REFUSED` if the bundler refuses it, for example because nobody can pay the fee.
 */
export async function prepareRevocation(
  access: Pick<ProjectAccess, 'callChain' | 'callBundler'>,
  caller: OperationCaller,
  {
    chainId,
    contexts,
    gone,
  }: { readonly chainId: string; readonly contexts: readonly string[]; readonly gone: AbortSignal },
): Promise<readonly string[]> {
  const sender = smartAccountAddress(caller.owner);
  const read = chainReader(access, chainId, gone);
  const nonceData = `0x35567e1a${sender.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`;
  const [nonce, block, tip] = await Promise.all([
    read('eth_call', [{ to: SMART_ACCOUNT_V1.entryPoint, data: nonceData }, 'latest']),
    read('eth_getBlockByNumber', ['latest', false]),
    read('eth_maxPriorityFeePerGas', []).catch(() => TIP),
  ]);
  const { timestamp, baseFeePerGas } = head.parse(block);
  const sessions = contexts.flatMap(openSessions);
  const batches = Array.from({ length: Math.ceil(sessions.length / MAX_ACCOUNT_CALLS) }, (_, index) =>
    sessions.slice(index * MAX_ACCOUNT_CALLS, (index + 1) * MAX_ACCOUNT_CALLS),
  );
  return Promise.all(
    batches.map(async (batch, index) => {
      const calls = batch.map((permissionId): AccountCall => {
        const data = encodeRemoveSession({ permissionId });
        return { to: SMART_SESSIONS.sessions, value: 0n, data };
      });
      const draft = {
        sender,
        nonce: toHex(BigInt(quantity.parse(nonce)) + BigInt(index)),
        callData: encodeAccountCalls(calls, 'modular'),
        maxFeePerGas: toHex(BigInt(baseFeePerGas) * 2n + BigInt(quantity.parse(tip))),
        maxPriorityFeePerGas: quantity.parse(tip),
        signature: STUB_SIGNATURE,
      };
      const asked = { method: 'eth_estimateUserOperationGas', params: [draft, SMART_ACCOUNT_V1.entryPoint] };
      const answer = await access.callBundler(chainId, asked, caller, gone);
      if ('error' in answer)
        throw new HttpError(403, 'USER_OPERATION_REFUSED', 'The bundler refuses the operation');
      const limits = estimate.parse(answer.result);
      const raised = (limit: string) => toHex((BigInt(limit) * 6n) / 5n);
      const operation = {
        ...draft,
        callGasLimit: raised(limits.callGasLimit),
        verificationGasLimit: raised(limits.verificationGasLimit),
        preVerificationGas: raised(limits.preVerificationGas),
        signature: '0x',
      };
      const now = Math.max(Number(timestamp), Math.floor(Date.now() / 1_000));
      return JSON.stringify({ operation, validUntil: now + VALIDITY });
    }),
  );
}
