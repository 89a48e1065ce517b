import { namespaceOf } from '../../protocol/caip.js';
import {
  type OnrampOrderStatus,
  readOnrampOrderCall,
  type readOnrampOrderRequest,
} from '../../protocol/calls/project/onramp.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { callGateway } from '../kernel/callGateway.js';
import type { Latchkit } from '../Latchkit.js';
import { holdingOf } from './holdingOf.js';
import { isFinal, type PurchaseOrder } from './OnrampState.js';
import { selectOnramp, updateOnramp } from './onrampDraft.js';
import { readPurchase, writePurchase } from './purchaseRecord.js';

/** Time between two looks at the order, in ms. */
const LOOK_MS = 2_000;
/** Looks until the balance is read as well. */
const LOOKS_PER_BALANCE = 5;
/** Share of the quoted amount that counts as its arrival: prices move until the payment. */
const ARRIVED = 0.9;

/**
 * Follows the purchase in progress of the active account, also one of an earlier visit, until it ends: by the provider's report or by
 * the balance, whichever is first.
 *
 * @returns stops following. The order continues.
 */
export function followPurchase(kit: Latchkit): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let looks = 0;
  showStored(kit);
  const look = async () => {
    const { order } = selectOnramp(kit.store.getState());
    if (order && !isFinal(order.status)) {
      looks += 1;
      await lookAt(kit, order, looks % LOOKS_PER_BALANCE === 0);
    }
    if (!isStopped) timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Forgets the purchase, so that another can be started. It is not cancelled at the provider. */
export function forgetPurchase(kit: Latchkit): void {
  writePurchase(kit.kernel.storage, undefined);
  updateOnramp(kit, { order: undefined });
}

/** Shows the stored purchase if it is the active account's; hides that of another account. */
function showStored(kit: Latchkit): void {
  const { order } = selectOnramp(kit.store.getState());
  const stored = readPurchase(kit.kernel.storage) ?? order;
  const shown = stored && isOfAccount(kit, stored) ? stored : undefined;
  updateOnramp(kit, { order: shown && isFinal(shown.status) ? undefined : shown });
}

function isOfAccount(kit: Latchkit, order: PurchaseOrder): boolean {
  const { activeNamespace, namespaces } = kit.store.getState();
  const address = order.account.slice(order.chainId.length + 1);
  return (
    namespaceOf(order.chainId) === activeNamespace &&
    namespaces[activeNamespace]?.account.address?.toLowerCase() === address.toLowerCase()
  );
}

async function lookAt(kit: Latchkit, order: PurchaseOrder, withBalance: boolean): Promise<void> {
  const status = await reported(kit, order);
  if (status !== undefined && status !== order.status) settle(kit, order, status);
  if (!withBalance || (status !== undefined && isFinal(status))) return;
  await refreshHolding(kit, order);
  if (hasArrived(kit, order)) settle(kit, order, 'completed');
}

/** The state that the provider has reported; undefined if it is not known now. */
async function reported(kit: Latchkit, { id }: PurchaseOrder): Promise<OnrampOrderStatus | undefined> {
  if (id === undefined) return undefined;
  try {
    const answer = await callGateway<typeof readOnrampOrderRequest>(kit, readOnrampOrderCall, {
      params: { id },
    });
    return answer.status;
  } catch {
    return undefined;
  }
}

async function refreshHolding(kit: Latchkit, { chainId, token }: PurchaseOrder): Promise<void> {
  const namespace = namespaceOf(chainId);
  if (token) await refreshTokens(kit, { namespace, force: true });
  else await refreshBalance(kit, { namespace, force: true });
}

function hasArrived(kit: Latchkit, order: PurchaseOrder): boolean {
  if (order.balance === undefined || order.purchaseAmount === undefined || !isOfAccount(kit, order))
    return false;
  const now = holdingOf(kit, namespaceOf(order.chainId), order.chainId, order.token);
  if (now === undefined) return false;
  return Number(now) - Number(order.balance) >= Number(order.purchaseAmount) * ARRIVED;
}

/** Applies a new state once. */
function settle(kit: Latchkit, order: PurchaseOrder, status: OnrampOrderStatus): void {
  const { order: current } = selectOnramp(kit.store.getState());
  if (!current || current.startedAt !== order.startedAt || isFinal(current.status)) return;
  const { storage } = kit.kernel;
  const { chainId, symbol, provider } = order;
  const next = { ...current, status };
  updateOnramp(kit, { order: next });
  writePurchase(storage, isFinal(status) ? undefined : next);
  if (!isFinal(status)) return;
  if (status !== 'completed') {
    kit.kernel.emit({ event: 'BUY_ERROR', chainId, symbol, provider, status });
    return;
  }
  kit.kernel.emit({ event: 'BUY_SUCCESS', chainId, symbol, provider });
  void refreshBalance(kit, { namespace: namespaceOf(chainId), force: true });
  void refreshTokens(kit, { namespace: namespaceOf(chainId), force: true });
}
