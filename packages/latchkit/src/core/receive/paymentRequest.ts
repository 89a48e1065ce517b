import { parseAmount } from '../../protocol/amounts.js';
import { unitsOfShown } from '../../protocol/shownUnits.js';
import { toBaseUnits } from '../../protocol/toBaseUnits.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';

export interface PaymentRequest {
  /** The receiver. */
  readonly address: string;
  readonly network: CaipNetwork;
  /** Default: the network's own currency. */
  readonly token?: TokenBalance | undefined;
  /** In whole tokens as they are shown, as typed. Default: the payer decides. */
  readonly amount?: string | undefined;
  /** Solana: an account that names the payment. */
  readonly reference?: string | undefined;
}

/**
 * A payment request as a link, which wallets read from a QR code: EIP-681 on EVM, Solana Pay on Solana, BIP-21 on Bitcoin.
 * Undefined for namespaces without such links, and for an invalid amount.
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 * @see https://docs.solanapay.com/spec
 * @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
 */
export function paymentRequest(request: PaymentRequest): string | undefined {
  const { network, amount = '' } = request;
  const plain = amount.trim() === '' ? '' : parseAmount(amount);
  if (plain === undefined) return undefined;
  if (network.chainNamespace === 'eip155') return ethereumLink(request, plain);
  if (network.chainNamespace === 'solana') return solanaLink(request, plain);
  if (network.chainNamespace === 'bip122') return bitcoinLink(request, plain);
  return undefined;
}

function ethereumLink({ address, network, token }: PaymentRequest, amount: string): string | undefined {
  const decimals = token?.quantity.decimals ?? network.nativeCurrency.decimals;
  const shown = amount === '' ? undefined : toBaseUnits(amount, decimals);
  // The link names what moves (EIP-681).
  const units = shown === undefined ? undefined : unitsOfShown(shown, token?.shown?.factor ?? '1');
  if (amount !== '' && units === undefined) return undefined;
  const contract = contractOf(token);
  if (contract) {
    const value = units === undefined ? '' : `&uint256=${units}`;
    return `ethereum:${contract}@${network.id}/transfer?address=${address}${value}`;
  }
  return `ethereum:${address}@${network.id}${units === undefined ? '' : `?value=${units}`}`;
}

function solanaLink({ address, token, reference }: PaymentRequest, amount: string): string {
  const contract = contractOf(token);
  const query = new URLSearchParams({
    ...(amount === '' ? {} : { amount }),
    ...(contract ? { 'spl-token': contract } : {}),
    ...(reference ? { reference } : {}),
  }).toString();
  return `solana:${address}${query ? `?${query}` : ''}`;
}

/** The amount is in BTC, with at most eight decimals. */
function bitcoinLink({ address, network }: PaymentRequest, amount: string): string | undefined {
  if (amount === '') return `bitcoin:${address}`;
  if (toBaseUnits(amount, network.nativeCurrency.decimals) === undefined) return undefined;
  return `bitcoin:${address}?amount=${amount}`;
}

function contractOf(token: TokenBalance | undefined): string | undefined {
  return token?.address?.slice(token.address.lastIndexOf(':') + 1);
}
