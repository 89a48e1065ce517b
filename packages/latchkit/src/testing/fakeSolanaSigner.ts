import {
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  getBase58Encoder,
  getBase64Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit';
import { z } from 'zod/mini';
import { chainRequest } from './chainRequest.js';
import type { Ed25519Seed } from './solanaAccounts.js';
import { WalletRpcError } from './WalletRpcError.js';

/** How to send a transaction. */
export interface SendOptions {
  readonly preflightCommitment?: string | undefined;
  readonly skipPreflight?: boolean | undefined;
  readonly maxRetries?: number | undefined;
  readonly minContextSlot?: number | undefined;
}

/** The keys of a fake Solana wallet. The only part that needs @solana/kit; loaded at the wallet's first request. */
export interface FakeSolanaSigner {
  readonly keys: readonly { readonly address: string; readonly publicKey: Uint8Array }[];
  /** Signs the bytes with Ed25519. */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>;
  /** Adds the account's signature to a transaction in wire format. */
  signTransaction(address: string, transaction: Uint8Array): Promise<Uint8Array>;
  /** Signs and sends; returns the signature. */
  sendTransaction(
    address: string,
    url: string,
    transaction: Uint8Array,
    options: SendOptions,
  ): Promise<Uint8Array>;
}

export async function createFakeSolanaSigner(seeds: readonly Ed25519Seed[]): Promise<FakeSolanaSigner> {
  const signers = await Promise.all(seeds.map(seed => createKeyPairSignerFromPrivateKeyBytes(fromHex(seed))));

  function signerOf(address: string): KeyPairSigner {
    const signer = signers.find(one => one.address === address);
    if (!signer) throw new WalletRpcError(4100, `The wallet has no key of ${address}.`);
    return signer;
  }
  const sign = async (address: string, wire: Uint8Array) => {
    const transaction = getTransactionDecoder().decode(wire);
    if (!(address in transaction.signatures)) {
      throw new WalletRpcError(-32602, 'The transaction does not ask for a signature of this account.');
    }
    return partiallySignTransaction([signerOf(address).keyPair], transaction);
  };

  return {
    keys: signers.map(({ address }) => ({
      address,
      publicKey: Uint8Array.from(getAddressEncoder().encode(address)),
    })),
    signMessage: async (address, message) =>
      Uint8Array.from(await signBytes(signerOf(address).keyPair.privateKey, message)),
    signTransaction: async (address, wire) =>
      Uint8Array.from(getTransactionEncoder().encode(await sign(address, wire))),
    async sendTransaction(address, url, wire, options) {
      const signed = await sign(address, wire);
      const text = getBase64Decoder().decode(getTransactionEncoder().encode(signed));
      const config = { encoding: 'base64', ...options };
      const answer = z.string().safeParse(await chainRequest(url, 'sendTransaction', [text, config]));
      if (!answer.success) throw new WalletRpcError(-32603, 'The chain answered no signature.');
      return Uint8Array.from(getBase58Encoder().encode(answer.data));
    },
  };
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}
