import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { hexToBytes } from '@noble/hashes/utils';
import { base58, base64 } from '@scure/base';
import {
  type Hex,
  hashMessage,
  hashTypedData,
  isHex,
  keccak256,
  parseTransaction,
  serializeSignature,
  serializeTransaction,
  type TypedDataDefinition,
  toHex,
} from 'viem';
import { couldBeSolanaTransaction } from './couldBeSolanaTransaction.js';
import { keyringError } from './keyringError.js';
import { readSolanaTransaction } from './readSolanaTransaction.js';
import type { SigningRequest } from './SigningRequest.js';
import type { WalletKeys } from './walletKeys.js';

/**
 * Signs a request with the matching key of the wallet.
 *
 * @returns hex of the signature (65 bytes) for `message` and `typedData`; hex of the signed transaction for `transaction`;
 * base58 of the signature for `solanaMessage`; base64 of the wire form with the signature inserted for `solanaTransaction`.
 * @throws KEYRING_REFUSED The payload does not match its kind, or is for another chain or signer.
 */
export function signRequest(request: SigningRequest, keys: WalletKeys): string {
  try {
    return SIGNERS[request.kind](request, keys);
  } catch (cause) {
    throw keyringError('KEYRING_REFUSED', { cause });
  }
}

/** Hex of the EIP-191 signature, 65 bytes. */
export function signMessage(raw: Hex, key: Uint8Array): Hex {
  return serializeSignature(signDigest(hashMessage({ raw }), key));
}

const SIGNERS: Readonly<
  Record<SigningRequest['kind'], (request: SigningRequest, keys: WalletKeys) => string>
> = {
  message: ({ payload }, { evm }) => signMessage(hexOf(payload), evm),
  typedData: ({ payload }, { evm }) =>
    serializeSignature(signDigest(hashTypedData(JSON.parse(payload) as TypedDataDefinition), evm)),
  transaction: ({ payload, chainId }, { evm }) => {
    const unsigned = hexOf(payload);
    const transaction = parseTransaction(unsigned);
    if (`eip155:${transaction.chainId}` !== chainId) throw new RangeError('Another chain');
    return serializeTransaction(transaction, signDigest(keccak256(unsigned), evm));
  },
  solanaMessage: ({ payload, account }, { solana }) => {
    const bytes = base64.decode(payload);
    // A message that is a transaction would be an unreviewed payment.
    if (couldBeSolanaTransaction(bytes, account)) throw new RangeError('A transaction');
    return base58.encode(ed25519.sign(bytes, solana));
  },
  solanaTransaction: ({ payload, account }, { solana }) => {
    const wire = base64.decode(payload);
    const parts = readSolanaTransaction(wire, 'signed');
    const at = parts?.signers.indexOf(account) ?? -1;
    if (!parts || at < 0) throw new RangeError('Another signer');
    wire.set(ed25519.sign(parts.message, solana), parts.signaturesAt + at * 64);
    return base64.encode(wire);
  },
  emailConsent: refuseConsent,
  loginConsent: refuseConsent,
  removalConsent: refuseConsent,
};

function refuseConsent(): never {
  throw new RangeError('Signed by the installation');
}

function signDigest(digest: Hex, key: Uint8Array) {
  const { r, s, recovery } = secp256k1.sign(hexToBytes(digest.slice(2)), key, { lowS: true });
  return { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity: recovery };
}

function hexOf(text: string): Hex {
  if (isHex(text)) return text;
  throw new TypeError('Not hex');
}
