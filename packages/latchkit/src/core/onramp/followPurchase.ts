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
import { holdingOf, refreshHolding } from './holdingOf.js';
import { listenToOrder } from './listenToOrder.js';
import { isFinal, type PurchaseOrder } from './OnrampState.js';
import { selectOnramp, updateOnramp } from './onrampDraft.js';
import { readPurchase, writePurchase } from './purchaseRecord.js';

/** Time between two looks at the order, in ms. */
const LOOK_MS = 2_000;
/** Looks until the balance is read as well. */
const LOOKS_PER_BALANCE = 5;
/** Looks until the order is asked for although the gateway sends events: a proxy may hold them back. */
const LOOKS_PER_CHECK = 15;
/** Share of the quoted amount that counts as its arrival: prices move until the payment. */
const ARRIVED = 0.9;

/**
 * Follows the purchase in progress of the active account, also one of an earlier visit, until it ends: by the provider's report or by
 * the balance, whichever is first. The gateway sends reports as events; without them, the order is asked for every 2 s.
 *
 * @returns stops following. The order continues.
 */
export function followPurchase(kit: Latchkit): () => void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  const events = followEvents(kit, over.signal);
  showStored(kit);
  const look = async () => {
    const { order } = selectOnramp(kit.store.getState());
    if (order && !isFinal(order.status)) {
      looks += 1;
      const hears = events.follow(order);
      await lookAt(kit, order, {
        report: !hears || looks % LOOKS_PER_CHECK === 0,
        balance: looks % LOOKS_PER_BALANCE === 0,
      });
    }
    if (!over.signal.aborted) timer = setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    over.abort();
    clearTimeout(timer);
  };
}

/** Most looks between two attempts to receive events. */
const LONGEST_PAUSE = 32;

/** Keeps a stream of events open for the purchase. */
function followEvents(kit: Latchkit, signal: AbortSignal) {
  let followed: string | undefined;
  let isOpen = false;
  let failures = 0;
  let pause = 0;
  const listen = async (order: PurchaseOrder, id: string) => {
    followed = id;
    const onOpen = () => {
      isOpen = true;
      failures = 0;
    };
    const onStatus = (status: OnrampOrderStatus) => {
      if (!signal.aborted && status !== order.status) settle(kit, order, status);
    };
    await listenToOrder(kit, id, { signal, onOpen, onStatus }).catch(() => {
      failures += 1;
      pause = Math.min(2 ** failures, LONGEST_PAUSE);
    });
    isOpen = false;
    followed = undefined;
  };
  return {
    /** @returns whether the gateway sends events for the order. */
    follow(order: PurchaseOrder): boolean {
      pause = Math.max(0, pause - 1);
      if (followed === undefined && pause === 0 && order.id !== undefined) void listen(order, order.id);
      return isOpen && followed === order.id;
    },
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

/** What is read in a look. */
interface Look {
  readonly report: boolean;
  readonly balance: boolean;
}

async function lookAt(kit: Latchkit, order: PurchaseOrder, { report, balance }: Look): Promise<void> {
  const status = report ? await reported(kit, order) : undefined;
  if (status !== undefined && status !== order.status) settle(kit, order, status);
  if (!balance || (status !== undefined && isFinal(status))) return;
  await refreshHolding(kit, namespaceOf(order.chainId), order.token);
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
