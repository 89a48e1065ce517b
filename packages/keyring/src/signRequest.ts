import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { hexToBytes } from '@noble/hashes/utils';
import { base58, base64 } from '@scure/base';
import {
  isRemoveSession,
  isSessionsContract,
  readAccountCalls,
  signableOperation,
  smartAccountAddress,
} from 'latchkit/protocol';
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
import { isAccountOrder } from './isAccountOrder.js';
import { isForeignOrder } from './isForeignOrder.js';
import { keyringError } from './keyringError.js';
import { readSolanaTransaction } from './readSolanaTransaction.js';
import type { SigningRequest } from './SigningRequest.js';
import { hashSafeMessage, hashSafeOperation, operationSignature } from './signSmartAccount.js';
import { evmAddressOf, type WalletKeys } from './walletKeys.js';

/**
 * Signs a request with the matching key of the wallet.
 *
 * @returns hex of the signature (65 bytes) for `message` and `typedData`, and with its validity (77 bytes) for `userOperation`; hex of the signed transaction for `transaction`;
 * base58 of the signature for `solanaMessage`; base64 of the wire form with the signature inserted for `solanaTransaction`.
 * @param gateway - Origin of the gateway whose orders are signed. Default: none is.
 * @throws KEYRING_REFUSED The payload does not match its kind, is for another chain or signer, or is an order that no page of another
 * gateway may ask for, or one of the account itself.
 */
export function signRequest(request: SigningRequest, keys: WalletKeys, gateway?: string): string {
  try {
    refuseOrders(request, gateway);
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
  message: (request, keys) => signHash(hashMessage({ raw: hexOf(request.payload) }), request, keys),
  typedData: (request, keys) =>
    signHash(hashTypedData(JSON.parse(request.payload) as TypedDataDefinition), request, keys),
  userOperation: signOperation,
  revocation: (request, keys) => {
    const { operation } = signableOperation.parse(JSON.parse(request.payload));
    const calls = readAccountCalls(operation.callData) ?? [];
    const isEnd = calls.every(({ to, data }) => isSessionsContract(to) && isRemoveSession(data));
    if (calls.length === 0 || !isEnd) throw new RangeError('Not only the end of permissions');
    return signOperation(request, keys);
  },
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
  passkey: refuseConsent,
  password: refuseConsent,
  provision: refuseConsent,
  manage: refuseConsent,
};

function signOperation({ payload, chainId, account }: SigningRequest, { owner }: WalletKeys): Hex {
  const signable = signableOperation.parse(JSON.parse(payload));
  const ownerAddress = evmAddressOf(owner);
  if (account !== smartAccountAddress(ownerAddress)) throw new RangeError('Another account');
  const digest = hashSafeOperation(signable, ownerAddress, chainId);
  return operationSignature(signable.validUntil, serializeSignature(signDigest(digest, owner)));
}

/** Signs with the EOA, or as the smart account with its owner. */
function signHash(hash: Hex, { account, chainId }: SigningRequest, { evm, owner }: WalletKeys): Hex {
  if (account === smartAccountAddress(evmAddressOf(owner))) {
    return serializeSignature(signDigest(hashSafeMessage(hash, account, chainId), owner));
  }
  return serializeSignature(signDigest(hash, evm));
}

function refuseOrders(request: SigningRequest, gateway: string | undefined): void {
  if (isForeignOrder(request, gateway)) throw new RangeError('An order');
  if (isAccountOrder(request)) throw new RangeError('An order of the account');
}

function refuseConsent(): never {
  throw new RangeError('Not signed by the wallet');
}

function signDigest(digest: Hex, key: Uint8Array) {
  const { r, s, recovery } = secp256k1.sign(hexToBytes(digest.slice(2)), key, { lowS: true });
  return { r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }), yParity: recovery };
}

function hexOf(text: string): Hex {
  if (isHex(text)) return text;
  throw new TypeError('Not hex');
}
