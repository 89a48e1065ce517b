import { raceAbort } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { requireShown } from '../../core/adapter/requireShown.js';
import type { PreparedTransfer, SentTransaction, TransferRequest } from '../../core/adapter/Transaction.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { type AskChain, askChainOf } from './askChain.js';
import { type BuiltTransfer, buildTransfer } from './buildTransfer.js';
import { BlockhashAnswer, FeeAnswer, Integer, SimulationAnswer } from './chainAnswers.js';
import { describeFailure } from './describeFailure.js';
import { type PlannedPayment, planTransfer, type TransferPlan } from './planTransfer.js';
import { BLOCKHASH_LIFE } from './solanaLimits.js';

/** Payments. */
export type Transfers = Pick<SolanaEngine, 'prepareTransfer' | 'transfer'>;

const COMMITMENT = { commitment: 'confirmed' };
/** Maximum amount: amounts are 64-bit integers. */
const MOST = 2n ** 64n - 1n;

/** Creates payments of SOL and tokens through a connected wallet. */
export function createTransfers(host: AdapterHost, wallet: Pick<SolanaEngine, 'sendTransaction'>): Transfers {
  return {
    prepareTransfer: ({ network, signal, ...payment }) =>
      failingAsLatchkit(
        raceAbort(
          cost(() => askChainOf(host, network), payment),
          signal,
        ),
      ),
    transfer: async ({ network, signal, amount, shown, ...payment }) => {
      const ask = askChainOf(host, network);
      const prepared = await failingAsLatchkit(raceAbort(prepare(ask, payment, { amount, shown }), signal));
      const { connectorId, address } = payment;
      const transaction = {
        serialized: prepared.built.transaction,
        preflightCommitment: 'confirmed',
      } as const;
      const hash = await wallet.sendTransaction({ connectorId, address, network, transaction });
      return {
        hash,
        chainId: network.caipNetworkId,
        address,
        ...(await lastHeight(ask, prepared.lastValidBlockHeight)),
      };
    },
  };
}

/** Estimates what a payment costs, and simulates it without a signature. */
async function cost(
  chain: () => AskChain,
  payment: PlannedPayment & { readonly amount: bigint },
): Promise<PreparedTransfer> {
  const ask = chain();
  const plan = await planTransfer(ask, payment);
  const { built } = await build(ask, plan, payment.amount < MOST ? payment.amount : MOST);
  const [fee, refusal] = await Promise.all([readFee(ask, built), readRefusal(ask, built)]);
  const { available, nativeAvailable, rent, receiverIsContract } = plan;
  const max = plan.token ? available : available > fee ? available - fee : 0n;
  return {
    ...{ fee, available, max, nativeAvailable, rent, receiverIsContract },
    ...(plan.token && { decimals: plan.token.decimals }),
    ...(plan.token?.factor !== undefined && { factor: plan.token.factor }),
    ...(refusal && { refusal }),
  };
}

async function prepare(
  ask: AskChain,
  payment: PlannedPayment,
  request: Pick<TransferRequest, 'amount' | 'shown'>,
) {
  const plan = await planTransfer(ask, payment);
  requireShown(request, plan.token?.factor);
  return build(ask, plan, request.amount);
}

async function build(
  ask: AskChain,
  plan: TransferPlan,
  amount: bigint,
): Promise<{ readonly built: BuiltTransfer; readonly lastValidBlockHeight: bigint }> {
  const { value: lifetime } = await ask('getLatestBlockhash', [COMMITMENT], BlockhashAnswer);
  return {
    built: buildTransfer(plan, amount, lifetime),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  };
}

async function readFee(ask: AskChain, { message }: BuiltTransfer): Promise<bigint> {
  const { value } = await ask('getFeeForMessage', [message, COMMITMENT], FeeAnswer);
  if (value === null) throw new Error('The chain returned no fee.');
  return value;
}

/** Returns why the chain would reject a payment; undefined if it would not, or does not say. */
async function readRefusal(ask: AskChain, { transaction }: BuiltTransfer): Promise<string | undefined> {
  const options = { ...COMMITMENT, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
  const found = await ask('simulateTransaction', [transaction, options], SimulationAnswer).catch(
    () => undefined,
  );
  const { err, logs } = found?.value ?? {};
  return err ? describeFailure(err, logs ?? []) : undefined;
}

/**
 * Until when a signed transaction can land: the wallet may have renewed its blockhash after the visitor's approval. Empty if the chain
 * does not say: nothing then proves that it cannot land.
 */
async function lastHeight(
  ask: AskChain,
  prepared: bigint,
): Promise<Pick<SentTransaction, 'lastValidBlockHeight'>> {
  const height = await ask('getBlockHeight', [COMMITMENT], Integer).catch(() => undefined);
  if (height === undefined) return {};
  const renewed = height + BLOCKHASH_LIFE;
  return { lastValidBlockHeight: Number(renewed > prepared ? renewed : prepared) };
}

/** @throws REQUEST_FAILED around any error that is not Latchkit's. */
async function failingAsLatchkit<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
  }
}
