import { parseAmount } from '../../protocol/amounts.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { unitsOfShown } from '../../protocol/shownUnits.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { PreparedTransfer, TransferRequest } from '../adapter/Transaction.js';
import { activeConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { updateSend } from './sendDraft.js';
import type { SendState } from './sendState.js';

/**
 * The current cost and maximum of the payment in `state.send`. Without a receiver, for a payment to the account itself.
 *
 * @throws SEND_TOKEN_REQUIRED; SEND_UNSUPPORTED_CHAIN; INVALID_ADDRESS, with `reason: 'checksum'` for one with a
 * typo (EIP-55); REQUEST_FAILED or NO_RPC_URL if the chain cannot be reached.
 */
export async function prepareSend(kit: Latchkit): Promise<PreparedTransfer> {
  const { adapter, address, network } = activeConnection(kit);
  if (!adapter.prepareTransfer) throw createError('SEND_UNSUPPORTED_CHAIN');
  const { token, receiverAddress, sendTokenAmount = '' } = kit.store.getState().send;
  if (!token) throw createError('SEND_TOKEN_REQUIRED');
  const { prepareTransfer } = adapter;
  const { signal } = kit.kernel;
  const to = receiverAddress ?? address;
  const prepare = (factor: string) => {
    const shown = shownAmount(sendTokenAmount, token.quantity.decimals, network.chainNamespace) ?? 0n;
    const amount = unitsOfShown(shown, factor);
    return prepareTransfer({ address, network, to, amount, ...tokenOf(token), signal });
  };
  const known = factorOf(kit.store.getState().send);
  const first = await prepare(known);
  const { factor = '1' } = first;
  const prepared = factor === known ? first : await prepare(factor);
  const now = kit.store.getState().send.token;
  if (now?.address === token.address && now?.chainId === token.chainId)
    updateSend(kit, { factor: prepared.factor ?? '1' });
  return prepared;
}

/** The factor by which the amounts of the token to send are multiplied when they are shown, as far as it is known. */
export function factorOf({ token, factor }: Pick<SendState, 'token' | 'factor'>): string {
  return factor ?? token?.shown?.factor ?? '1';
}

/** Converts a typed amount to the token's base units, as they are shown. For invalid input: 0 on EVM, else undefined. */
export function shownAmount(typed: string, decimals: number, namespace: ChainNamespace): bigint | undefined {
  const amount = parseAmount(typed);
  const units = amount === undefined ? undefined : toBaseUnits(amount, decimals);
  return units ?? (namespace === 'eip155' && amount === undefined ? 0n : undefined);
}

/** A token in the adapters' format; undefined for the network's own currency. */
export function tokenOf({ address, quantity }: TokenBalance): Pick<TransferRequest, 'token'> {
  if (!address) return {};
  const contract = address.slice(address.lastIndexOf(':') + 1);
  return { token: { address: contract, decimals: quantity.decimals } };
}

/** The namespaces in which tokens can be sent. */
const SENDING: readonly ChainNamespace[] = ['eip155', 'solana'];

export function canSendOn(namespace: ChainNamespace): boolean {
  return SENDING.includes(namespace);
}
