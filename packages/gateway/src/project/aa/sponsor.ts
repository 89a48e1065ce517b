import {
  gasLimitOf,
  type PaymasterAnswer,
  PORTAL_PROJECT,
  paymasterAnswer,
  SMART_ACCOUNT_V1,
  type UserOperationDraft,
} from 'latchkit/protocol';
import { formatEther } from 'viem';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Log } from '../../platform/jsonLog.js';
import type { ServerAnswer } from '../../platform/jsonrpc/ServerCall.js';
import type { OperationCaller } from '../../platform/OperationCaller.js';
import type { RpcService } from '../chains/service.js';
import type { SponsorshipPolicy } from '../projects/projectSmartAccounts.js';
import type { ProjectService } from '../projects/service.js';
import { askRpcServer } from './askRpcServer.js';
import type { ChainBundler } from './bundlerSettings.js';
import type { FreeReservations } from './freeReservations.js';
import { hasCode } from './readAccount.js';
import { type OwnOperation, paymasterParams } from './readUserOperationCall.js';
import { readValidUntil } from './readValidUntil.js';
import { requireFairGas, requireFairPrice } from './requireFairFee.js';
import { sponsorshipRefusal } from './sponsorshipRefusal.js';
import type { ExhaustedAllowance, SponsorshipStore } from './sponsorshipStore.js';

/** US dollars per unit of a chain's native currency. */
export type NativePrice = (chainId: string, gone: AbortSignal) => Promise<number | undefined>;

interface SponsoredCall {
  readonly projects: Pick<ProjectService, 'get'>;
  readonly rpc: Pick<RpcService, 'call'>;
  readonly store: SponsorshipStore;
  readonly freeReservations: FreeReservations;
  readonly now: () => number;
  readonly log: Log;
  readonly nativePrice: NativePrice;
  readonly chainId: string;
  readonly chain: ChainBundler;
  readonly caller: Omit<OperationCaller, 'owner'>;
  readonly method: string;
  readonly own: OwnOperation;
  readonly gone: AbortSignal;
}

/** Milliseconds after which a signature without an end could still land. */
const NO_END = 24 * 60 * 60 * 1_000;

/**
 * Asks the operator's paymaster to pay for a user operation of an account that exists, or that the operation deploys, if the project's
 * policy covers it. Its data, with which the operation can be sent, is requested only after the maximum fee was counted, and given out
 * only after what was signed was counted.
 *
 * @throws HttpError `SPONSORSHIP_REFUSED`, `SPONSORSHIP_EXHAUSTED`, `SPONSORSHIP_UNAVAILABLE`, `PAYMASTER_UNAVAILABLE`.
 */
export async function sponsor(asked: SponsoredCall): Promise<ServerAnswer> {
  const { chain, chainId, caller, method, own, gone, rpc } = asked;
  const policy = await policyOf(asked);
  const { origin } = caller;
  const refusal = policy && sponsorshipRefusal(policy, { chainId, origin, calls: own.calls });
  if (!policy || chain.paymaster === undefined || refusal !== undefined) {
    throw refused(refusal ?? 'it sponsors nothing here');
  }
  // A key costs nothing; the reservation of an account that nobody can use would only take from others.
  if (!own.operation.factory && !(await hasCode(rpc, chainId, own.operation.sender, gone))) {
    throw refused('account');
  }
  await requireFairPrice(rpc, chainId, own.operation, gone);
  if (method === 'pm_getPaymasterStubData') return askPaymaster(asked, chain.paymaster);
  await requireFairGas(own.operation, () => estimateOf(asked));
  await reserve(asked, policy);
  let isSigned = false;
  try {
    const answer = await askPaymaster(asked, chain.paymaster);
    if ('result' in answer) {
      await countSigned(asked, policy, answer.result);
      isSigned = true;
    }
    return answer;
  } finally {
    if (!isSigned) await asked.store.cancel(keyOf(asked));
  }
}

/** What the operator's bundler asks for; undefined if it refuses the operation. */
async function estimateOf({ chain, own, gone }: SponsoredCall): Promise<unknown> {
  const params = [own.operation, SMART_ACCOUNT_V1.entryPoint];
  const answer = await askRpcServer(chain.bundler, { method: 'eth_estimateUserOperationGas', params }, gone);
  return 'result' in answer ? answer.result : undefined;
}

type SponsorAnswer = { readonly result: PaymasterAnswer } | Extract<ServerAnswer, { error: unknown }>;

async function askPaymaster(
  { chain, chainId, method, own, gone, log }: SponsoredCall,
  paymaster: string,
): Promise<SponsorAnswer> {
  const params = paymasterParams(own.operation, chainId, chain.context ?? {});
  const answer = await askRpcServer(paymaster, { method, params }, gone).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if ('error' in answer) {
    const { code, message } = answer.error;
    // It may quote the context, which is the operator's secret.
    log('warn', 'paymaster_refused', { chain: chainId, method, code, message });
    return { error: { code, message: 'The paymaster does not pay for this' } };
  }
  const data = paymasterAnswer.safeParse(answer.result);
  // A final stub would pay for the operation without being counted.
  if (!data.success || (method === 'pm_getPaymasterStubData' && data.data.isFinal)) throw unavailable();
  return { result: data.data };
}

function refused(reason: string): HttpError {
  return new HttpError(403, 'SPONSORSHIP_REFUSED', `The project does not pay for this: ${reason}`);
}

/** The portal belongs to no project. */
async function policyOf({ projects, caller }: SponsoredCall): Promise<SponsorshipPolicy | undefined> {
  if (caller.projectId === PORTAL_PROJECT) return undefined;
  return (await projects.get(caller.projectId)).smartAccounts.sponsorship;
}

async function reserve(asked: SponsoredCall, policy: SponsorshipPolicy): Promise<void> {
  if (!isEstimated(asked.own.operation)) {
    throw new HttpError(400, 'INVALID_USER_OPERATION', 'The user operation has no gas limits or no fee');
  }
  await count(asked, policy, asked.own.operation, undefined);
}

/** Counts what the paymaster signed: its own gas may be more than the page asked for, and the signature has an end. */
async function countSigned(
  asked: SponsoredCall,
  policy: SponsorshipPolicy,
  data: PaymasterAnswer,
): Promise<void> {
  const { chainId, own, gone, rpc, now } = asked;
  const signed: UserOperationDraft = {
    ...own.operation,
    paymaster: data.paymaster,
    paymasterData: data.paymasterData,
    paymasterVerificationGasLimit:
      data.paymasterVerificationGasLimit ?? own.operation.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: data.paymasterPostOpGasLimit ?? own.operation.paymasterPostOpGasLimit,
  };
  const validUntil = await readValidUntil(rpc, chainId, signed, gone);
  await count(asked, policy, signed, validUntil ?? now() + NO_END);
}

async function count(
  asked: SponsoredCall,
  policy: SponsorshipPolicy,
  operation: UserOperationDraft,
  validUntil: number | undefined,
): Promise<void> {
  const { caller, store, freeReservations } = asked;
  const gas = Number(gasLimitOf(operation));
  const counted = {
    ...keyOf(asked),
    userId: caller.userId,
    network: caller.network,
    gas,
    microUsd: await costOf(asked, policy, gas),
    validUntil,
  };
  const exhausted = await store.reserve(counted, policy);
  if (exhausted === undefined) return;
  if (await freeReservations(caller.projectId)) {
    if ((await store.reserve(counted, policy)) === undefined) return;
  }
  throw new HttpError(
    429,
    'SPONSORSHIP_EXHAUSTED',
    `The sponsored fees ${WHOSE[exhausted]} are used up for today`,
  );
}

const WHOSE: Readonly<Record<ExhaustedAllowance, string>> = {
  perUser: 'of this user',
  total: 'of the project',
  newUsers: 'of the project for new users',
  newUsersOfNetwork: 'of the project for new users in this network',
};

function keyOf({ caller, chainId, own }: SponsoredCall) {
  const { sender, nonce } = own.operation;
  const { projectId } = caller;
  return { projectId, chainId, sender: sender.toLowerCase(), nonce: String(BigInt(nonce)) };
}

function isEstimated(operation: UserOperationDraft): boolean {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation;
  return [callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas].every(Boolean);
}

/** The maximum fee in millionths of a US dollar; undefined if the policy has no limit in USD. */
async function costOf(
  { nativePrice, chainId, own, gone }: SponsoredCall,
  { perUser, total }: SponsorshipPolicy,
  gas: number,
): Promise<number | undefined> {
  if (perUser.usd === undefined && total.usd === undefined) return undefined;
  const price = await nativePrice(chainId, gone);
  if (price === undefined) {
    throw new HttpError(503, 'SPONSORSHIP_UNAVAILABLE', 'The price of the fee is not known');
  }
  const fee = BigInt(gas) * BigInt(own.operation.maxFeePerGas ?? 0);
  return Math.ceil(Number(formatEther(fee)) * price * 1_000_000);
}

function unavailable(cause?: unknown): HttpError {
  return new HttpError(503, 'PAYMASTER_UNAVAILABLE', 'The paymaster did not respond', { cause });
}
