import { BaseError } from '../../protocol/BaseError.js';
import { isRecord } from '../adapter/untrusted.js';

/** Capabilities by chain, or by address and chain, as stored by the wallet in its session. */
export type WalletCapabilities = Readonly<Record<string, unknown>>;

/** A session's capabilities are invalid. */
export class WalletCapabilitiesError extends BaseError {
  constructor(cause?: unknown) {
    super('WALLET_CAPABILITIES', 'Error parsing wallet capabilities', { cause });
  }
}

/**
 * Parses the capabilities that a wallet stored in its session as JSON.
 *
 * @throws WALLET_CAPABILITIES if the text is not a JSON object.
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
