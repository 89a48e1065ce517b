import type { UserOperationDraft } from 'latchkit/protocol';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import type { RpcService } from '../chains/service.js';

type Rpc = Pick<RpcService, 'call'>;

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
/** Base fees of the blocks, and of the next one. */
const feeHistory = z.object({ baseFeePerGas: z.array(quantity).min(1) });

/**
 * Refuses to sponsor a price that the chain does not ask for: whoever bundles an operation gets it, so that callers who bundle their own
 * would be paid the difference.
 *
 * @throws HttpError 403 `SPONSORSHIP_REFUSED`; 503 `SPONSORSHIP_UNAVAILABLE` if the price of the chain is not known.
 */
export async function requireFairPrice(
  rpc: Rpc,
  chainId: string,
  { maxFeePerGas, maxPriorityFeePerGas }: UserOperationDraft,
  gone: AbortSignal,
): Promise<void> {
  const fair = await fairPrice(rpc, chainId, gone);
  const isFair = BigInt(maxFeePerGas ?? 0) <= fair.fee && BigInt(maxPriorityFeePerGas ?? 0) <= fair.tip;
  if (!isFair) throw refused('its price of gas is above that of the chain');
}

/** Three times the base fee, so that an operation stays valid while it rises, and half more than the tip that the node names. */
async function fairPrice(
  rpc: Rpc,
  chainId: string,
  gone: AbortSignal,
): Promise<{ fee: bigint; tip: bigint }> {
  try {
    const { baseFeePerGas } = feeHistory.parse(
      await rpc.call(chainId, 'eth_feeHistory', ['0x1', 'latest', []], gone),
    );
    const base = baseFeePerGas.at(-1) ?? 0n;
    // Without a base fee, the whole price is the tip.
    const method = base === 0n ? 'eth_gasPrice' : 'eth_maxPriorityFeePerGas';
    const tip = (quantity.parse(await rpc.call(chainId, method, [], gone)) * 3n) / 2n;
    return { tip, fee: base * 3n + tip };
  } catch (cause) {
    throw new HttpError(503, 'SPONSORSHIP_UNAVAILABLE', 'The price of gas is not known', { cause });
  }
}

/** What any chain needs for the fields of an operation, whatever the bundler estimates: an operation of a few hundred bytes. */
const LEAST_GAS = 100_000n;

const estimated = z.object({ preVerificationGas: quantity });

/**
 * Refuses to sponsor more `preVerificationGas` than a quarter above what the operator's bundler asks for: it is paid whole, whatever was
 * used, to whoever bundles the operation.
 *
 * @param estimate - Asks the bundler.
 * @throws HttpError 403 `SPONSORSHIP_REFUSED`; 503 `SPONSORSHIP_UNAVAILABLE` if the bundler gives no estimate.
 */
export async function requireFairGas(
  { preVerificationGas }: UserOperationDraft,
  estimate: () => Promise<unknown>,
): Promise<void> {
  const asked = BigInt(preVerificationGas ?? 0);
  if (asked <= LEAST_GAS) return;
  const found = estimated.safeParse(await estimate().catch(() => undefined));
  if (!found.success)
    throw new HttpError(503, 'SPONSORSHIP_UNAVAILABLE', 'The bundler gave no estimate of the gas');
  if (asked * 4n > found.data.preVerificationGas * 5n)
    throw refused('its preVerificationGas is above the estimate of the bundler');
}

function refused(reason: string): HttpError {
  return new HttpError(403, 'SPONSORSHIP_REFUSED', `The project does not pay for this: ${reason}`);
}
