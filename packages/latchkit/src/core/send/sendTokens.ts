import { parseAmount } from '../../protocol/amounts.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { shownUnits, unitsOfShown } from '../../protocol/shownUnits.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { SentTransaction, TransferRequest } from '../adapter/Transaction.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';
import { routeModal } from '../modal/modalState.js';
import { trackTransaction } from '../transactions/pendingTransactions.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import { canSendOn, factorOf, shownAmount, tokenOf } from './prepareSend.js';
import { rememberReceiver } from './receiverWarnings.js';
import { resetSend, updateSend } from './sendDraft.js';
import type { SendState } from './sendState.js';

const amountAndReceiverRequired = () =>
  new BaseError('SEND_AMOUNT_AND_RECEIVER_REQUIRED', 'An amount and receiver address are required');

/**
 * Sends the payment in `state.send` through the wallet, then tracks the transaction and clears the form. While the request is in
 * the wallet, `state.transactionStack` has an entry. An open modal continues to Account, with the transaction's view on top until
 * it is settled.
 *
 * @throws SEND_UNSUPPORTED_CHAIN; SEND_AMOUNT_AND_RECEIVER_REQUIRED; SEND_TOKEN_REQUIRED; INVALID_ADDRESS;
 * REQUEST_REJECTED if the visitor refused; SEND_AMOUNT_CHANGED if the token's issuer changed what the amount shows; REQUEST_FAILED. The form keeps its values then.
 */
export async function sendTokens(kit: Latchkit): Promise<SentTransaction> {
  const { activeNamespace, send } = kit.store.getState();
  if (!canSendOn(activeNamespace)) throw createError('SEND_UNSUPPORTED_CHAIN');
  const { token, sendTokenAmount, receiverAddress: to, receiverProfileName: toName } = send;
  if (!sendTokenAmount || !to) throw amountAndReceiverRequired();
  if (!token) throw createError('SEND_TOKEN_REQUIRED');
  const connection = activeConnection(kit);
  const shown = shownAmount(sendTokenAmount, token.quantity.decimals, activeNamespace);
  if (shown === undefined) throw amountAndReceiverRequired();
  const { kernel } = kit;
  kernel.emit({ event: 'SEND_INITIATED', ...saidOf(connection, token) });
  updateSend(kit, { loading: true });
  // Also what the wallet sends after the visitor has disconnected is remembered.
  const sending = async () => {
    const sent = await transfer(kit, connection, { token, to, ...amountOf(send, shown) });
    rememberReceiver(kernel.storage, activeNamespace, to);
    const typed = parseAmount(sendTokenAmount) ?? '0';
    const name = toName === undefined ? {} : { toName };
    const asset = token.address ? { token: token.address } : {};
    const { symbol } = token;
    trackTransaction(kit, { ...sent, sentAt: Date.now(), to, ...name, amount: typed, symbol, ...asset });
    return sent;
  };
  try {
    const sent = await withTransactionStep(kit, 'send', () =>
      whileConnected(kit, 'SEND', connection, sending()),
    );
    resetSend(kit);
    showSent(kit, sent.hash);
    kernel.emit({ event: 'SEND_SUCCESS', ...saidOf(connection, token), hash: sent.hash });
    return sent;
  } catch (error) {
    // The visitor confirms the amount anew, as it is shown by now.
    const isChanged = isError(error, 'SEND_AMOUNT_CHANGED');
    updateSend(kit, {
      loading: false,
      ...(isChanged ? { factor: String(error.context.factor ?? '1') } : {}),
    });
    const code = isError(error) ? error.code : 'REQUEST_FAILED';
    kernel.emit({ event: 'SEND_ERROR', ...saidOf(connection, token), code });
    throw error;
  }
}

async function transfer(
  { kernel }: Latchkit,
  { adapter, connectorId, address, network }: ActiveConnection,
  { token, ...payment }: { token: TokenBalance } & Pick<TransferRequest, 'to' | 'amount' | 'shown'>,
): Promise<SentTransaction> {
  const { to } = payment;
  if (!adapter.isAddress(to)) throw createError('INVALID_ADDRESS', { context: { address: to.slice(0, 80) } });
  if (!adapter.transfer) throw createError('SEND_UNSUPPORTED_CHAIN');
  const { signal } = kernel;
  return adapter.transfer({ connectorId, address, network, ...payment, ...tokenOf(token), signal });
}

/** What moves so that the typed amount is shown, and what it shows. */
function amountOf(send: SendState, typed: bigint): Pick<TransferRequest, 'amount' | 'shown'> {
  const factor = factorOf(send);
  const amount = unitsOfShown(typed, factor);
  return { amount, shown: shownUnits(amount, factor) };
}

/** The data of a send event: no amounts and no receiver. */
function saidOf({ network }: ActiveConnection, { symbol }: TokenBalance) {
  return { chainId: network.caipNetworkId, symbol };
}

/** Navigates a modal that shows the send form to Account, with the transaction on top. */
function showSent(kit: Latchkit, hash: string): void {
  kit.kernel.set(({ modal }) => {
    const shows = modal.open && modal.views.some(({ name }) => name === 'Send' || name === 'SendReview');
    if (!shows) return {};
    const account = routeModal({ ...modal, closable: true }, { type: 'reset', view: { name: 'Account' } });
    return { modal: routeModal(account, { type: 'push', view: { name: 'TransactionStatus', hash } }) };
  });
}
