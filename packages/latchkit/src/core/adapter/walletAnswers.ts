import { createError } from '../../protocol/errors.js';
import type { AccountReference } from './ChainAdapter.js';
import type { StandardWallet } from './ProviderOf.js';
import type { AccountWallet } from './wallets/AccountWallet.js';
import { askFeature } from './wallets/callFeature.js';
import type { AccountOf, WalletSession, WalletSessions } from './wallets/createSessions.js';

/** @throws PROVIDER_NOT_FOUND when the wallet is not connected; REQUEST_FAILED when it no longer offers the account. */
export function accountIn<Wallet extends AccountWallet>(
  sessions: WalletSessions<Wallet>,
  { connectorId, address }: AccountReference,
): { readonly session: WalletSession<Wallet>; readonly account: AccountOf<Wallet> } {
  const session = sessions.find(connectorId);
  if (!session) throw createError('PROVIDER_NOT_FOUND', { context: { connectorId } });
  const account = session.accounts.find(one => one.address === address);
  if (!account) throw createError('REQUEST_FAILED', { details: 'The wallet does not offer this account.' });
  return { session, account };
}

/** Sends one input; wallets respond with a list that has one result per input. */
export async function askOne(
  wallet: StandardWallet,
  feature: string,
  input: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askFeature(wallet, feature, input);
  const output: unknown = Array.isArray(answer) ? answer[0] : answer;
  if (typeof output === 'object' && output !== null) return output as Readonly<Record<string, unknown>>;
  throw new TypeError(`The wallet returned no result for ${feature}.`);
}

/** Returns the bytes of a result. */
export function bytesOf(output: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const bytes = output[name];
  // Wallets run in another realm, where `instanceof` fails for their arrays.
  if (ArrayBuffer.isView(bytes))
    return Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  throw new TypeError(`The wallet answered no ${name}.`);
}
