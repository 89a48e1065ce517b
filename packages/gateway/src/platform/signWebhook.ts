import { createHmac } from 'node:crypto';

/**
 * The headers of a signed webhook.
 *
 * @param id - Of the event: the same whenever it is sent again.
 * @see https://www.standardwebhooks.com
 */
export function webhookHeaders(secret: Uint8Array, id: string, body: string, now = Date.now()) {
  const time = String(Math.floor(now / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': webhookSignature(secret, id, time, body),
  };
}

/** The signature of a webhook: `v1,` and HMAC-SHA256 in base64. */
export function webhookSignature(secret: Uint8Array, id: string, time: string, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`;
}
