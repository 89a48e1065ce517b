import { parseAmount } from '../../protocol/amounts.js';
import type { CaipAddress, ChainNamespace } from '../../protocol/caip.js';
import { createOnrampUrlCall, type createOnrampUrlRequest } from '../../protocol/calls/project/onramp.js';
import { withDeadline } from '../adapter/abortable.js';
import { activeConnection } from '../connection/activeConnection.js';
import { callGateway } from '../kernel/callGateway.js';
import type { Latchkit } from '../Latchkit.js';
import { holdingOf, refreshHolding } from './holdingOf.js';
import type { PurchaseOrder } from './OnrampState.js';
import {
  chosenOffer,
  messageOf,
  onrampProblem,
  readGatewayMessage,
  selectOnramp,
  updateOnramp,
} from './onrampDraft.js';
import { chainIdOf } from './openOnramp.js';
import { rememberOrder, writePurchase } from './purchaseRecord.js';

/** The provider's window; phones open a tab. */
const POPUP = 'popup,width=460,height=760';

/** How long the balance may take to be read before the page opens, in ms. */
const BALANCE_MS = 2_000;

/**
 * Opens the chosen provider's page in a separate window, with an order for the form in `state.onramp`. Call it in the visitor's
 * press: otherwise the browser blocks the window, and the visitor opens the page with the link in the view. Never rejects: a failure
 * is in `state.onramp.error`. Closing the window does not cancel the order.
 *
 * @example
 * const onClick = () => startPurchase(kit);
 */
export async function startPurchase(kit: Latchkit): Promise<void> {
  const onramp = selectOnramp(kit.store.getState());
  const { purchaseCurrency, network, paymentCurrency, paymentMethod, country, subdivision } = onramp;
  const { paymentAmount } = onramp;
  const offer = chosenOffer(onramp);
  const amount = parseAmount(paymentAmount);
  const isReady = onrampProblem(onramp) === undefined && !onramp.starting && !onramp.order;
  if (!isReady || !offer || !purchaseCurrency || !network || amount === undefined) return;
  // Opened empty before anything is awaited, because a press lets a page open windows only for a moment.
  const popup = window.open('', '', POPUP);
  updateOnramp(kit, { starting: true, error: undefined });
  try {
    const { activeNamespace } = kit.store.getState();
    const { address } = activeConnection(kit);
    const provider = offer.provider.id;
    const chainId = chainIdOf(activeNamespace, network);
    const token = network.contract_address
      ? (`${chainId}:${network.contract_address}` as CaipAddress)
      : undefined;
    const namespace = activeNamespace as ChainNamespace;
    // Without the balance before the purchase, its arrival could not be seen.
    const balanceRead =
      holdingOf(kit, namespace, chainId, token) === undefined
        ? withDeadline(refreshHolding(kit, namespace, token), BALANCE_MS, undefined)
        : undefined;
    const answer = await callGateway<typeof createOnrampUrlRequest>(kit, createOnrampUrlCall, {
      body: {
        provider,
        purchaseCurrency: purchaseCurrency.id,
        paymentCurrency: paymentCurrency.id,
        amount,
        network: network.name,
        address,
        country,
        subdivision,
        paymentMethod,
      },
      readRefusal: readGatewayMessage,
    });
    await balanceRead;
    const order: PurchaseOrder = {
      id: answer.orderId,
      provider,
      providerName: offer.provider.name,
      url: pageUrl(answer.url, purchaseCurrency.id),
      account: `${chainId}:${address}`,
      chainId,
      symbol: purchaseCurrency.symbol,
      token,
      purchaseAmount: offer.quote?.purchaseAmount.amount ?? onramp.purchaseAmount,
      paymentAmount: amount,
      paymentCurrency: paymentCurrency.id,
      balance: holdingOf(kit, namespace, chainId, token),
      startedAt: Date.now(),
      status: 'created',
    };
    openPage(popup, order.url);
    writePurchase(kit.kernel.storage, order);
    rememberOrder(kit.kernel.storage, order);
    updateOnramp(kit, { starting: false, order });
    kit.kernel.emit({ event: 'BUY_INITIATED', chainId, symbol: order.symbol, provider });
  } catch (cause) {
    popup?.close();
    updateOnramp(kit, { starting: false, error: messageOf(cause) });
  }
}

/** The provider's page with the currency that is bought, unless the page names one. @throws if the URL is not an HTTP URL. */
function pageUrl(text: string, currency: string): string {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error('The provider’s page has no web address.');
  if (!url.searchParams.has('destinationCurrencyCode'))
    url.searchParams.set('destinationCurrencyCode', currency);
  return url.href;
}

/** Leads the empty window to the page, which must not reach back to this one. */
function openPage(popup: Window | null, url: string): void {
  if (!popup) return;
  popup.opener = null;
  popup.location.href = url;
}
