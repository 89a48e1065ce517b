import { BaseError } from '../../protocol/BaseError.js';
import { isRecord } from '../adapter/untrusted.js';

/** Capabilities by chain, or by address and chain, as a wallet wrote them into its session. */
export type WalletCapabilities = Readonly<Record<string, unknown>>;

/** The capabilities that a session carries cannot be read [ERR-60]. */
export class WalletCapabilitiesError extends BaseError {
  constructor(cause?: unknown) {
    super('WALLET_CAPABILITIES', 'Error parsing wallet capabilities', { cause });
  }
}

/**
 * Reads the capabilities that a wallet wrote into its session as JSON.
 *
 * @throws WALLET_CAPABILITIES when the text is not JSON, or not an object [ERR-60].
 */
export function parseWalletCapabilities(text: string): WalletCapabilities {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WalletCapabilitiesError(cause);
  }
  if (!isRecord(value)) throw new WalletCapabilitiesError();
  return value;
}
