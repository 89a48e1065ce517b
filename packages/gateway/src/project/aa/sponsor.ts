import { gasLimitOf, PORTAL_PROJECT, paymasterAnswer, type UserOperationDraft } from 'latchkit/protocol';
import { formatEther } from 'viem';
import { HttpError } from '../../platform/http/HttpError.js';
import type { ServerAnswer } from '../../platform/jsonrpc/ServerCall.js';
import type { OperationCaller } from '../../platform/OperationCaller.js';
import type { SponsorshipPolicy } from '../projects/projectSmartAccounts.js';
import type { ProjectService } from '../projects/service.js';
import { askRpcServer } from './askRpcServer.js';
import type { ChainBundler } from './bundlerSettings.js';
import { type OwnOperation, paymasterParams } from './readUserOperationCall.js';
import { sponsorshipRefusal } from './sponsorshipRefusal.js';
import type { SponsorshipStore } from './sponsorshipStore.js';

/** US dollars per unit of a chain's native currency. */
export type NativePrice = (chainId: string, gone: AbortSignal) => Promise<number | undefined>;

interface SponsoredCall {
  readonly projects: Pick<ProjectService, 'get'>;
  readonly store: SponsorshipStore;
  readonly nativePrice: NativePrice;
  readonly chainId: string;
  readonly chain: ChainBundler;
  readonly caller: Omit<OperationCaller, 'owner'>;
  readonly method: string;
  readonly own: OwnOperation;
  readonly gone: AbortSignal;
}

/**
 * Asks the operator's paymaster to pay for a user operation, if the project's policy covers it. Its data, with which the operation can be
 * sent, is requested only after the maximum fee was counted.
 *
 * @throws HttpError `SPONSORSHIP_REFUSED`, `SPONSORSHIP_EXHAUSTED`, `SPONSORSHIP_UNAVAILABLE`, `PAYMASTER_UNAVAILABLE`.
 */
export async function sponsor(asked: SponsoredCall): Promise<ServerAnswer> {
  const { chain, chainId, caller, method, own, gone } = asked;
  const policy = await policyOf(asked);
  const { origin } = caller;
  const refusal = policy && sponsorshipRefusal(policy, { chainId, origin, calls: own.calls });
  if (!policy || chain.paymaster === undefined || refusal !== undefined) {
    const text = `The project does not pay for this: ${refusal ?? 'it sponsors nothing here'}`;
    throw new HttpError(403, 'SPONSORSHIP_REFUSED', text);
  }
  if (method === 'pm_getPaymasterData') await reserve(asked, policy);
  const params = paymasterParams(own.operation, chainId, {});
  const answer = await askRpcServer(chain.paymaster, { method, params }, gone).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if ('error' in answer) return answer;
  const data = paymasterAnswer.safeParse(answer.result);
  // A final stub would pay for the operation without being counted.
  if (!data.success || (method === 'pm_getPaymasterStubData' && data.data.isFinal)) throw unavailable();
  return { result: data.data };
}

/** The portal belongs to no project. */
async function policyOf({ projects, caller }: SponsoredCall): Promise<SponsorshipPolicy | undefined> {
  if (caller.projectId === PORTAL_PROJECT) return undefined;
  return (await projects.get(caller.projectId)).smartAccounts.sponsorship;
}

async function reserve(asked: SponsoredCall, policy: SponsorshipPolicy): Promise<void> {
  const { chainId, caller, own, store } = asked;
  const { operation } = own;
  const gas = Number(gasLimitOf(operation));
  if (!isEstimated(operation)) {
    throw new HttpError(400, 'INVALID_USER_OPERATION', 'The user operation has no gas limits or no fee');
  }
  const exhausted = await store.reserve(
    {
      projectId: caller.projectId,
      userId: caller.userId,
      chainId,
      sender: operation.sender.toLowerCase(),
      nonce: String(BigInt(operation.nonce)),
      gas,
      microUsd: await costOf(asked, policy, gas),
    },
    policy,
  );
  if (exhausted === undefined) return;
  const whose = exhausted === 'perUser' ? 'of this user' : 'of the project';
  throw new HttpError(429, 'SPONSORSHIP_EXHAUSTED', `The sponsored fees ${whose} are used up for today`);
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
