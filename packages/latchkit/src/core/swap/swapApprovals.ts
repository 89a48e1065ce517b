import type { CaipAddress, ChainId } from '../../protocol/caip.js';
import { isChainId } from '../../protocol/caip.js';
import type { EvmTransaction } from '../adapter/Transaction.js';
import { isRecord } from '../adapter/untrusted.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';
import { trackTransaction } from '../transactions/pendingTransactions.js';
import { withTransactionStep } from '../transactions/withTransactionStep.js';
import { SWAP_APPROVALS_KEY } from './swapApprovalsKey.js';
import { swapError } from './swapErrors.js';
import { untilSettledHere } from './untilSettledHere.js';

/** An approval that a swap asked for and did not use. Plain data: it is stored across reloads. */
export interface SwapApproval {
  readonly chainId: ChainId;
  /** The account that approved. */
  readonly address: string;
  readonly token: CaipAddress;
  readonly symbol: string;
  /** What may be taken, in whole tokens as a decimal string. */
  readonly amount: string;
  /** The contract that may take it. */
  readonly spender: string;
  /** Hash of the approval. */
  readonly hash: string;
}

const LIMIT = 20;
const TEXT_LIMIT = 200;

/** The stored approvals, newest first. A corrupt record counts as absent. */
export function readApprovals(storage: Storage): readonly SwapApproval[] {
  const value = storedRecord(storage, SWAP_APPROVALS_KEY);
  return Array.isArray(value) ? value.filter(isApproval).slice(0, LIMIT) : [];
}

function isApproval(value: unknown): value is SwapApproval {
  if (!isRecord(value) || !isChainId(value.chainId)) return false;
  const { address, token, symbol, amount, spender, hash } = value;
  return [address, token, symbol, amount, spender, hash].every(
    text => typeof text === 'string' && text.length <= TEXT_LIMIT,
  );
}

function write(storage: Storage, approvals: readonly SwapApproval[]): void {
  // Cookies are small and are sent with every request of the page.
  if (storage.readableOnServer) return;
  if (approvals.length === 0) storage.removeItem(SWAP_APPROVALS_KEY);
  else storage.setItem(SWAP_APPROVALS_KEY, JSON.stringify(approvals.slice(0, LIMIT)));
}

const key = ({ chainId, address, token, spender }: Omit<SwapApproval, 'symbol' | 'amount' | 'hash'>) =>
  [chainId, address, token, spender].join().toLowerCase();

/** Stores an approval; it replaces an earlier one of the same token, as on the chain. */
export function rememberApproval({ kernel }: Latchkit, approval: SwapApproval): void {
  const others = readApprovals(kernel.storage).filter(one => key(one) !== key(approval));
  write(kernel.storage, [approval, ...others]);
}

/** Forgets an approval that was used or removed. */
export function forgetApproval(
  { kernel }: Latchkit,
  approval: Omit<SwapApproval, 'symbol' | 'amount' | 'hash'>,
): void {
  write(
    kernel.storage,
    readApprovals(kernel.storage).filter(one => key(one) !== key(approval)),
  );
}

/** Selectors of ERC-20: `allowance(address,address)` and `approve(address,uint256)`. */
const ALLOWANCE = '0xdd62ed3e';
const APPROVE = '0x095ea7b3';
const word = (value: bigint) => value.toString(16).padStart(64, '0');

/**
 * Approvals of the connected EVM account that no swap has used. Each is checked on the chain; one without an allowance is removed
 * from the list. Empty if nothing is connected.
 *
 * @example
 * const [approval] = await listSwapApprovals(kit);
 * if (approval) await removeSwapApproval(kit, approval);
 */
export async function listSwapApprovals(kit: Latchkit): Promise<readonly SwapApproval[]> {
  const { namespaces, pendingTransactions } = kit.store.getState();
  if (namespaces.eip155?.connection.status !== 'connected') return [];
  const connection = activeConnection(kit, 'eip155');
  const { address, network } = connection;
  const isOwn = (one: SwapApproval) =>
    one.chainId === network.caipNetworkId &&
    one.address.toLowerCase() === address.toLowerCase() &&
    !pendingTransactions.some(({ hash }) => hash === one.hash);
  const own = readApprovals(kit.kernel.storage).filter(isOwn);
  const open = await Promise.all(own.map(one => isOpen(kit, connection, one)));
  for (const [index, one] of own.entries()) if (!open[index]) forgetApproval(kit, one);
  return own.filter((_, index) => open[index]);
}

/** Whether the chain still has an approval; true if it cannot be read. */
async function isOpen(
  { kernel }: Latchkit,
  { adapter, address, network }: ActiveConnection,
  { token, spender }: SwapApproval,
): Promise<boolean> {
  const data = `${ALLOWANCE}${word(BigInt(address))}${word(BigInt(spender))}` as const;
  const transaction = { to: contractOf(token), data };
  try {
    const found = await adapter.simulate?.({ address, transaction, network, signal: kernel.signal });
    return found?.status !== 'success' || !/^0x0*$/.test(found.data);
  } catch {
    return true;
  }
}

/**
 * Removes an approval: the wallet is asked to approve 0. Resolves when that is on the chain.
 *
 * @throws SWAP_ACCOUNT_CHANGED if another account or network is connected; SWAP_APPROVAL_FAILED if it failed on the chain;
 * REQUEST_REJECTED; REQUEST_FAILED.
 *
 * @example
 * for (const approval of await listSwapApprovals(kit)) await removeSwapApproval(kit, approval);
 */
export async function removeSwapApproval(kit: Latchkit, approval: SwapApproval): Promise<void> {
  const connection = activeConnection(kit, 'eip155');
  const { adapter, connectorId, address, network } = connection;
  const { chainId, token, spender, symbol } = approval;
  const isOwn = address.toLowerCase() === approval.address.toLowerCase();
  if (!isOwn || network.caipNetworkId !== chainId) throw swapError('SWAP_ACCOUNT_CHANGED');
  const data = `${APPROVE}${word(BigInt(spender))}${word(0n)}` as const;
  const transaction: EvmTransaction = { to: contractOf(token), data, value: 0n };
  if (!adapter.sendTransaction) throw swapError('SWAP_UNSUPPORTED_CHAIN');
  const send = adapter.sendTransaction.bind(adapter);
  const sending = async () => {
    const hash = await send({ connectorId, address, transaction, network });
    const sent = { hash, chainId, address, sentAt: Date.now(), to: spender };
    trackTransaction(kit, { ...sent, kind: 'approval', amount: '0', symbol, token });
    return hash;
  };
  const hash = await withTransactionStep(kit, 'swap', () =>
    whileConnected(kit, 'SWAP_APPROVAL', connection, sending()),
  );
  const outcome = await untilSettledHere(kit, hash);
  const isDone = outcome.status === 'confirmed' || (outcome.status === 'replaced' && outcome.samePayment);
  if (!isDone) throw swapError('SWAP_APPROVAL_FAILED');
  forgetApproval(kit, approval);
}

function contractOf(token: CaipAddress): string {
  return token.slice(token.lastIndexOf(':') + 1);
}
