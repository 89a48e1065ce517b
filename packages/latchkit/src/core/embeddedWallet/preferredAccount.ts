import type { EvmAccountType } from '../../protocol/calls/wallet/sessions.js';
import type { Latchkit } from '../Latchkit.js';
import { getEmbeddedWallet } from './getEmbeddedWallet.js';

/** Which EVM account of the embedded wallet to use. */
export interface SetPreferredAccountOptions {
  /** `smartAccount` applies on the networks that have smart accounts; on the others, the EOA stays active. */
  readonly type: EvmAccountType;
}

/** The account that is active now. */
export interface SetPreferredAccountReturnType {
  /** On the visitor's network. */
  readonly address: string;
}

/**
 * Switches the embedded wallet between its smart account and its EOA. The choice is stored with the wallet, so it applies on every
 * site and device. The two accounts have different addresses and hold different assets, and a sign-in belongs to one address: with
 * required sign-in the visitor is asked again.
 *
 * @returns once the page has the address.
 * @throws NOT_CONNECTED_TO_AUTH if another wallet is connected; UNSUPPORTED_METHOD if no network has smart accounts;
 * AUTH_CONNECTOR_NOT_FOUND; the embedded wallet's other errors (`FRAME_ERRORS`).
 *
 * @example
 * const { address } = await setPreferredAccount(kit, { type: 'smartAccount' });
 */
export async function setPreferredAccount(
  kit: Latchkit,
  { type }: SetPreferredAccountOptions,
): Promise<SetPreferredAccountReturnType> {
  return (await getEmbeddedWallet(kit)).setPreferredAccount(type);
}
