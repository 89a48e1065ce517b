import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RootSecret } from '../../platform/keyvault/rootSecret.js';
import { WALLET_TIMES } from './walletLimits.js';

/** Nonces of a service (RFC 9449, section 8): authenticated timestamps, so that replicas share no state. */
export interface Nonces {
  make(): string;
  isGood(nonce: string): boolean;
}

export function nonces(secret: RootSecret): Nonces {
  const key = secret.derive('dpop nonce');
  const mac = (time: string) => createHmac('sha256', key).update(time).digest('base64url').slice(0, 22);
  return {
    make() {
      const time = Date.now().toString(36);
      return `${time}.${mac(time)}`;
    },
    isGood(nonce) {
      const [time = '', given = ''] = nonce.split('.');
      const [a, b] = [Buffer.from(given), Buffer.from(mac(time))];
      if (a.length !== b.length || !timingSafeEqual(a, b)) return false;
      return Math.abs(Date.now() - Number.parseInt(time, 36)) <= WALLET_TIMES.nonce;
    },
  };
}
