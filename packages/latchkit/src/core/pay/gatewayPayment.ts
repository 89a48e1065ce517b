import * as z from 'zod/mini';
import {
  type Payment,
  readPaymentCall,
  type readPaymentRequest,
} from '../../protocol/calls/project/payments.js';
import { gatewayErrorAnswer } from '../../protocol/gateway/gatewayErrorAnswer.js';
import { callGateway } from '../kernel/callGateway.js';
import type { Latchkit } from '../Latchkit.js';
import type { PaymentReceipt, PaymentTerms } from './PayState.js';
import { payError } from './payErrors.js';

/** A payment of the gateway. @throws PAYMENT_NOT_FOUND; the errors of {@link callGateway}. */
export function readPayment(kit: Latchkit, id: string): Promise<Payment> {
  return callGateway<typeof readPaymentRequest>(kit, readPaymentCall, {
    params: { id },
    readRefusal: answer => {
      const read = z.safeParse(gatewayErrorAnswer, answer);
      const code = read.success ? read.data.error.code : undefined;
      return code === 'PAYMENT_NOT_FOUND' || code === 'INVALID_PATH'
        ? payError('PAYMENT_NOT_FOUND')
        : undefined;
    },
  });
}

/** The terms of a payment of the gateway. */
export function termsOf({ recipient, asset, amount, reference, expiresAt, finality }: Payment): PaymentTerms {
  return {
    recipient,
    asset: asset as PaymentTerms['asset'],
    amount: BigInt(amount),
    expiresAt,
    finality,
    ...(reference ? { reference } : {}),
  };
}

/** The receipt of a payment that the gateway counts as made; undefined before. */
export function receiptOf({
  status,
  transfers,
  asset,
  amount,
  reference,
  paidAt,
  finality,
}: Payment): PaymentReceipt | undefined {
  const isMade = status === 'paid' || (status === 'included' && finality === 'included');
  const last = transfers.at(-1);
  if (!isMade || !last) return undefined;
  const [namespace, chain] = asset.split(':');
  return {
    reference: reference ?? undefined,
    hash: last.hash,
    chainId: `${namespace}:${chain}`,
    from: last.from,
    amount: BigInt(amount),
    paidAt: paidAt ?? last.includedAt,
  };
}
