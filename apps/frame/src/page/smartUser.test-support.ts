import type { Hex } from 'viem';
import { expect, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import type { WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import {
  type Browser,
  createBrowser,
  type Network,
  openWallet,
  signIn,
  type Wallet,
} from './walletPart.test-support.js';

/** A new user whose account is the smart account. */
export async function newSmartUser(suite: WalletSuite, changes: Partial<Browser> = {}, network?: Network) {
  const browser = { ...(await createBrowser()), ...changes };
  const email = suite.address();
  const wallet = await openWallet(suite, browser, network);
  await signIn(suite, wallet, email);
  const { address } = await wallet.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' });
  const [row] = await suite.database.query(
    `select owner_address as owner, user_id as id from ${WALLET_SCHEMA}.wallets order by created_at desc limit 1`,
  );
  const { owner, id } = row as { owner: string; id: string };
  return { browser, email, wallet, address: address as Hex, owner, userId: id };
}

/** The status of calls, once it is not pending any more. */
export const endedCalls = (wallet: Wallet, id: string) =>
  vi.waitFor(
    async () => {
      const chain = { chainId: 'eip155:31337', chainNamespace: 'eip155' } as const;
      const found = (await wallet.call('RPC_REQUEST', {
        ...{ method: 'wallet_getCallsStatus', params: [id] },
        ...chain,
      })) as { status: number; receipts: { status: string }[] };
      expect(found.status).toBeGreaterThan(100);
      return found;
    },
    { timeout: 60_000, interval: 100 },
  );

let receivers = 0;

/** An address without ether. */
export const receiver = (): Hex => `0x${(++receivers).toString(16).padStart(40, 'c')}`;
