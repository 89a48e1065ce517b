import { BaseError, grantPermissions, type Latchkit } from 'latchkit';
import { createSessionSigner } from 'latchkit/evm';
import { getAddress, parseEther, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { FIRST_PAYEE } from './payees.js';

/** Two payments a day fit into the permission; the chain refuses the third. */
const DAILY = parseEther('0.01');
const PAYMENT = parseEther('0.005');

/** A granted permission, with its key in the page's memory. */
export interface DemoPermission {
  /** Pays the first payee without a prompt. Returns the hash of the transaction. */
  readonly pay: () => Promise<string>;
}

/** Asks the wallet for permission to pay the first payee for a day (ERC-7715). */
export async function askForPermission(kit: Latchkit): Promise<DemoPermission> {
  const key = privateKeyToAccount(generatePrivateKey());
  const recipient = getAddress(FIRST_PAYEE.evm.to);
  const data = { recipient, periodAmount: toHex(DAILY), periodDuration: 86_400 };
  const permission = { type: 'native-token-periodic', data };
  const expiry = Math.floor(Date.now() / 1_000) + 86_400;
  const [grant] = await grantPermissions(kit, { permissions: [{ to: key.address, expiry, permission }] });
  if (!grant) throw new BaseError('NO_PERMISSION', 'The wallet granted nothing');
  return {
    pay: async () => {
      const signer = createSessionSigner(kit, { grant, key });
      const { transactionHash } = await signer.sendCalls([{ to: recipient, value: PAYMENT }]);
      return transactionHash;
    },
  };
}
