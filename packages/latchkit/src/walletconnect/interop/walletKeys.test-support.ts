import { ed25519 } from '@noble/curves/ed25519';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvilAccounts } from '../../testing/anvilAccounts.js';
import type { WalletKeys } from './Peer.test-support.js';

export const SOLANA_SECRET = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb';

const text = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
export const evmAccount = privateKeyToAccount(anvilAccounts[0]);
export const solanaPublicKey = ed25519.getPublicKey(SOLANA_SECRET);
export const solanaAddress = text(solanaPublicKey);

interface Transaction {
  readonly to: Hex;
  readonly value: Hex;
}

/** Real keys: EVM through viem, on the chain at `rpcUrl`; Solana with Ed25519. */
export function walletKeys(rpcUrl?: string): WalletKeys {
  return {
    accounts: chainId => [`${chainId}:${chainId.startsWith('solana') ? solanaAddress : evmAccount.address}`],
    sign: message => evmAccount.signMessage({ message }),
    async answer(method, params) {
      switch (method) {
        case 'personal_sign':
          return evmAccount.signMessage({ message: { raw: params[0] as Hex } });
        case 'eth_sendTransaction': {
          const { to, value } = params[0] as Transaction;
          const client = createWalletClient({ account: evmAccount, transport: http(rpcUrl) });
          return client.sendTransaction({ to, value: BigInt(value), chain: null });
        }
        case 'solana_signMessage': {
          const { message } = params as unknown as { message: string };
          const bytes = new Uint8Array(getBase58Encoder().encode(message));
          return { signature: text(ed25519.sign(bytes, SOLANA_SECRET)) };
        }
        default:
          throw new Error(`The wallet does not know ${method}`);
      }
    },
  };
}
