import type { InstanceOptions } from '../LatchkitOptions.js';
import type { AlertKey } from './alerts.js';

/**
 * What the configuration lacks for a part of it to work, as sentences for the developer by alert; without a sentence, the alert has its
 * own. The instance works without the part.
 */
export function lackingParts(
  options: InstanceOptions,
): readonly (readonly [key: AlertKey, details: string | undefined])[] {
  const { siwx = options.siweConfig, walletConnect, adapters, gateway } = options;
  const parts: [AlertKey, string | undefined][] = [];
  const signIn = siwx?.missing?.(options);
  if (signIn) parts.push(['SIGN_IN_NOT_CONFIGURED', signIn]);
  const relay = walletConnect?.missing?.(gateway);
  if (relay) parts.push(['WALLET_CONNECT_NOT_CONFIGURED', relay]);
  if (!adapters?.length && !walletConnect) parts.push(['NO_WAY_TO_CONNECT', undefined]);
  return parts;
}
