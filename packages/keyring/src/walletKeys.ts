import { ed25519 } from '@noble/curves/ed25519';
import { secp256k1 } from '@noble/curves/secp256k1';
import { hmac } from '@noble/hashes/hmac';
import { sha512 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { WalletAddresses } from 'latchkit/protocol';
import { recoveryPhrase, seedOfPhrase } from './recoveryPhrase.js';
import type { KeepSecret } from './withSecrets.js';

/** Private keys of a wallet, 32 bytes each. */
export interface WalletKeys {
  /** EOA at m/44'/60'/0'/0/0. */
  readonly evm: Uint8Array;
  /**
   * Owner of the smart account at m/44'/60'/0'/0/1. It differs from the EOA's key, so that a signature that a page gets from
   * the EOA is never valid for the owner.
   */
  readonly owner: Uint8Array;
  /** At m/44'/501'/0'/0' (SLIP-0010). */
  readonly solana: Uint8Array;
}

const SOLANA_PATH = [44, 501, 0, 0];
const HARDENED = 0x8000_0000;

/** Derives the keys of 32 bytes by BIP-39, BIP-32 and SLIP-0010. All are registered as secrets. */
export async function walletKeys(entropy: Uint8Array, secret: KeepSecret): Promise<WalletKeys> {
  const seed = secret(await seedOfPhrase(secret(recoveryPhrase(entropy))));
  const root = HDKey.fromMasterSeed(seed);
  const evmAt = (index: number) => {
    const node = root.derive(`m/44'/60'/0'/0/${index}`);
    const key = secret(Uint8Array.from(node.privateKey ?? []));
    node.wipePrivateData();
    return key;
  };
  const keys = { evm: evmAt(0), owner: evmAt(1), solana: secret(ed25519KeyAt(seed, SOLANA_PATH)) };
  root.wipePrivateData();
  return keys;
}

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

/** The EVM address of a private key, with its checksum (EIP-55). */
export function evmAddressOf(key: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(key, false);
  const address = bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20));
  const check = bytesToHex(keccak_256(new TextEncoder().encode(address)));
  const digits = [...address].map((digit, at) =>
    Number.parseInt(check[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}

/**
 * Derives the ed25519 private key (32 bytes) at a SLIP-0010 path whose steps are all hardened.
 *
 * @param path - The step numbers, for example `[44, 501, 0, 0]` for m/44'/501'/0'/0'.
 */
export function ed25519KeyAt(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, 'ed25519 seed', seed);
  for (const step of path) {
    const data = new Uint8Array(37);
    data.set(node.subarray(0, 32), 1);
    new DataView(data.buffer).setUint32(33, step + HARDENED);
    const next = hmac(sha512, node.subarray(32), data);
    node.fill(0);
    data.fill(0);
    node = next;
  }
  const key = node.slice(0, 32);
  node.fill(0);
  return key;
}
