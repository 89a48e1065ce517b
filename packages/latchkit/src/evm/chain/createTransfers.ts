import { raceAbort } from '../../core/adapter/abortable.js';
import type { TransferRequest } from '../../core/adapter/Transaction.js';
import { untilSettled } from '../../core/adapter/untilSettled.js';
import { isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import type { EvmEngine } from '../EvmEngine.js';
import { awaitTransaction } from './awaitTransaction.js';
import { checkedAddress } from './checkedAddress.js';
import type { Readers } from './createReaders.js';
import { feeCaps } from './feeCaps.js';
import { prepareTransfer } from './prepareTransfer.js';
import { readSent } from './readSent.js';
import { transferCall } from './transferCall.js';

/** Payments: what they cost, sending them, and their outcome. */
export type Transfers = Pick<EvmEngine, 'prepareTransfer' | 'transfer' | 'waitForTransaction'>;

/** @param send passes a transaction to the wallet. */
export function createTransfers(readerOf: Readers, send: EvmEngine['sendTransaction']): Transfers {
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
      const caps = token ? {} : await feeCaps(reader, address, call).catch(() => ({}));
      const transaction = { ...call, ...caps };
      const hash = await answered(send({ connectorId, address, transaction, network }), signal);
      return { ...(await readSent(reader, hash, call)), networkId: network.caipNetworkId, address };
    },
    waitForTransaction: ({ network, signal, ...sent }) =>
      untilSettled(async limit => awaitTransaction(await readerOf(network), sent, limit), signal, {
        hash: sent.hash,
      }),
  };
}

/** Returns the result, or throws a catalogue error; MODAL_CLOSED as soon as `signal` is aborted. */
async function answered<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await raceAbort(answer, signal);
  } catch (cause) {
    throw isError(cause) ? cause : catalogueError('REQUEST_FAILED', { cause });
  }
}
