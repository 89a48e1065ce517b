import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import type { WalletAddresses } from 'latchkit/protocol';
import type { WalletKeys } from './walletKeys.js';

/** Derives the addresses of a wallet's keys. */
export function addressesOf(keys: WalletKeys): WalletAddresses {
  return {
    evm: evmAddressOf(keys.evm),
    owner: evmAddressOf(keys.owner),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
  };
}

/** Whether both have the same three addresses. */
export function isSameAddresses(one: WalletAddresses, other: WalletAddresses): boolean {
  return one.evm === other.evm && one.owner === other.owner && one.solana === other.solana;
}

/** The EVM address of a public key, with its checksum (EIP-55). */
function evmAddressOf(key: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(key, false);
  const address = bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20));
  const check = bytesToHex(keccak_256(new TextEncoder().encode(address)));
  const digits = [...address].map((digit, at) =>
    Number.parseInt(check[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}
