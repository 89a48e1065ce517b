import { HDKey } from '@scure/bip32';
import { recoveryPhrase, seedOfPhrase } from './recoveryPhrase.js';
import { ed25519KeyAt } from './slip10.js';
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
