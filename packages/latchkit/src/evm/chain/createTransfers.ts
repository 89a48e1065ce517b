import { raceAbort } from '../../core/adapter/abortable.js';
import { requireShown } from '../../core/adapter/requireShown.js';
import type { EvmTransaction, SentTransaction, TransferRequest } from '../../core/adapter/Transaction.js';
import { untilSettled } from '../../core/adapter/untilSettled.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { EvmEngine } from '../EvmEngine.js';
import { readQuantity } from '../provider/quantity.js';
import { awaitTransaction } from './awaitTransaction.js';
import { readTransaction } from './ChainTransaction.js';
import { checkedAddress } from './checkedAddress.js';
import type { GasLimits } from './createGasLimits.js';
import type { Reader, Readers } from './createReaders.js';
import { estimateGas } from './estimateGas.js';
import { prepareTransfer } from './prepareTransfer.js';
import { readFactor } from './readFactor.js';
import { readDataFee, readFees } from './readFees.js';
import { readTokenRefusal } from './readTokenRefusal.js';
import { payloadOf, type TransferCall, transferCall } from './transferCall.js';

/** Payments: what they cost, sending them, and their outcome. */
export type Transfers = Pick<EvmEngine, 'prepareTransfer' | 'transfer' | 'waitForTransaction'>;

/** @param send passes a transaction to the wallet. */
export function createTransfers(
  readerOf: Readers,
  send: EvmEngine['sendTransaction'],
  limits: Pick<GasLimits, 'ranOut'>,
): Transfers {
  return {
    prepareTransfer: request =>
      answered(
        readerOf(request.network).then(reader => prepareTransfer(reader, request)),
        request.signal,
      ),
    async transfer(request: TransferRequest) {
      const { connectorId, address, network, amount, token, signal } = request;
      const call = transferCall({ to: checkedAddress(request.to), amount, token: token?.address });
      const reader = await answered(readerOf(network), signal);
      const details = await answered(readTokenRefusal(reader, address, call), signal);
      if (details !== undefined) throw createError('REQUEST_FAILED', { details });
      if (token) requireShown(request, await answered(readFactor(reader, token.address), signal));
      const caps = token ? {} : await feeCaps(reader, address, call).catch(() => ({}));
      const transaction = { ...call, ...caps };
      const hash = await answered(send({ connectorId, address, transaction, network }), signal);
      return { ...(await readSent(reader, hash, call)), chainId: network.caipNetworkId, address };
    },
    waitForTransaction: ({ network, signal, ...sent }) =>
      untilSettled(async limit => awaitTransaction(await readerOf(network), sent, limit, limits), signal, {
        hash: sent.hash,
      }),
  };
}

/** Returns the result, or throws a catalogue error; MODAL_CLOSED as soon as `signal` is aborted. */
async function answered<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await raceAbort(answer, signal);
  } catch (cause) {
    throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
  }
}

/**
 * Fee limits for a payment that leaves little more than the fee, because a wallet's more generous limits would make it
 * fail. Empty for other payments: the wallet chooses its own fees.
 */
async function feeCaps(
  reader: Reader,
  address: string,
  call: TransferCall,
): Promise<Pick<EvmTransaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>> {
  const [available, { gas }, fees, dataFee] = await Promise.all([
    reader.request({ method: 'eth_getBalance', params: [address, 'latest'] }).then(readQuantity),
    estimateGas(reader, address, call),
    readFees(reader),
    readDataFee(reader),
  ]);
  const left = available - call.value - dataFee;
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  if (maxPriorityFeePerGas === undefined || left >= gas * maxFeePerGas * 4n) return {};
  const cap = smaller(left / gas, maxFeePerGas);
  // It can't be paid any more; the wallet reports that itself.
  if (cap <= 0n) return {};
  return {
    gas,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, cap),
  };
}

function smaller(one: bigint, other: bigint): bigint {
  // Math.min does not support bigint.
  return [one, other].reduce((least, next) => (next < least ? next : least));
}

/** Milliseconds before each lookup of a transaction that the chain does not know yet: wallets may use another node. */
const LOOKS = [0, 200, 400];

/** Reads a transaction right after the wallet returned its hash: what it does and, if the chain knows it, its nonce. */
async function readSent(
  reader: Reader,
  hash: string,
  { to, value, data }: TransferCall,
): Promise<Pick<SentTransaction, 'hash' | 'nonce' | 'payload'>> {
  const payload = payloadOf(to, value, data);
  for (const wait of LOOKS) {
    await new Promise(resolve => setTimeout(resolve, wait));
    // The transaction was sent: no later failure may suggest otherwise.
    const found = await readTransaction(reader, hash).catch(() => undefined);
    if (found) return { hash, nonce: found.nonce, payload };
  }
  return { hash, payload };
}
