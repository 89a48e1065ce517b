import { ed25519 } from '@noble/curves/ed25519';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvilAccounts } from '../../testing/anvilAccounts.js';
import { bitcoinAccounts } from '../../testing/bitcoinAccounts.js';
import { type BitcoinKeyAccount, createFakeBitcoinSigner } from '../../testing/fakeBitcoinSigner.js';
import { createFakePolkadotSigner } from '../../testing/fakePolkadotSigner.js';
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

const bitcoinSigner = createFakeBitcoinSigner(bitcoinAccounts);
/** The payment account and the one for ordinals, on regtest. */
export const bitcoinPair = bitcoinSigner.accounts('regtest', 0);
const polkadotSigner = createFakePolkadotSigner('sr25519');
/** With the generic prefix. */
export const [polkadotAddress = ''] = polkadotSigner.addresses;

function addressesOn(chainId: string): readonly string[] {
  if (chainId.startsWith('bip122')) return bitcoinPair.map(({ address }) => address);
  if (chainId.startsWith('polkadot')) return [polkadotAddress];
  return [chainId.startsWith('solana') ? solanaAddress : evmAccount.address];
}

function bitcoinAccount(address: unknown): BitcoinKeyAccount {
  const account = bitcoinPair.find(one => one.address === address);
  if (!account) throw new Error(`The wallet has no account ${address}`);
  return account;
}

/** WalletConnect's methods for Bitcoin; signatures are in hex. */
function answerBitcoin(method: string, params: Readonly<Record<string, unknown>>): unknown {
  const account = bitcoinAccount(params.account);
  if (method === 'signMessage') {
    const format = params.protocol === 'bip322' ? 'bip322' : 'ecdsa';
    const signature = bitcoinSigner.signMessage(account, `${params.message}`, format);
    return { address: account.address, signature: Buffer.from(signature).toString('hex') };
  }
  const wanted = params.signInputs as readonly { readonly address: string; readonly index: number }[];
  const inputs = wanted.map(({ index, address }) => ({ index, account: bitcoinAccount(address) }));
  const signed = bitcoinSigner.signPsbt(Buffer.from(`${params.psbt}`, 'base64'), inputs, false);
  return { psbt: Buffer.from(signed).toString('base64') };
}

/** Real keys: EVM through viem, on the chain at `rpcUrl`; Solana with Ed25519; Bitcoin; Polkadot with sr25519. */
export function walletKeys(rpcUrl?: string): WalletKeys {
  return {
    accounts: chainId => addressesOn(chainId).map(address => `${chainId}:${address}`),
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
        case 'signMessage':
        case 'signPsbt':
          return answerBitcoin(method, params as unknown as Readonly<Record<string, unknown>>);
        case 'polkadot_signMessage': {
          const { address, message } = params as unknown as { address: string; message: string };
          return {
            signature: await polkadotSigner.sign(address, `0x${Buffer.from(message).toString('hex')}`),
          };
        }
        default:
          throw new Error(`The wallet does not know ${method}`);
      }
    },
  };
}
