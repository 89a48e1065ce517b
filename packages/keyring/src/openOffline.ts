import { base58 } from '@scure/base';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { smartAccountAddress, type WalletAccount, type WalletAddresses } from 'latchkit/protocol';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { recoveryPhrase } from './recoveryPhrase.js';
import { joinKey } from './splitKey.js';
import { addressesOf, type WalletKeys, walletKeys } from './walletKeys.js';

/** A wallet in the hands of its owner, as texts that other wallets import. */
export interface OfflineWallet {
  readonly addresses: WalletAddresses;
  /** Address of the smart account, deployed or not. */
  readonly smartAccount: string;
  /** 24 BIP-39 words. */
  readonly phrase: string;
  /** Private keys of the two EVM accounts, hexadecimal with 0x. */
  readonly evmKey: string;
  readonly ownerKey: string;
  /** 64 bytes in base58, the private and the public key, as Solana wallets import it. */
  readonly solanaKey: string;
}

/** The two shares of a recovery set, with the seed that they open. */
export interface OfflineShares {
  readonly account: Pick<WalletAccount, 'walletId' | 'epoch' | 'addresses'>;
  readonly sealedSeed: string;
  /** The share of the wallet service. */
  readonly walletServiceShare: Uint8Array<ArrayBuffer>;
  readonly vaultShare: Uint8Array<ArrayBuffer>;
}

/**
 * Opens a wallet with its recovery phrase, without a network.
 *
 * @throws KEYRING_MISMATCH if these are not 24 words with the correct checksum.
 */
export async function openPhrase(words: string): Promise<OfflineWallet> {
  const phrase = words.trim().toLowerCase().split(/\s+/);
  if (phrase.length !== 24) throw keyringError('KEYRING_MISMATCH');
  let entropy: Uint8Array;
  try {
    entropy = mnemonicToEntropy(phrase.join(' '), wordlist);
  } catch {
    throw keyringError('KEYRING_MISMATCH');
  }
  return exportOf(entropy, await walletKeys(entropy, secret => secret));
}

/**
 * Opens a wallet with both shares of its recovery set, without a network.
 *
 * @throws KEYRING_MISMATCH if they do not open the seed, or it has other addresses.
 */
export async function openShares(shares: OfflineShares): Promise<OfflineWallet> {
  const { account, sealedSeed, walletServiceShare, vaultShare } = shares;
  const key = joinKey(walletServiceShare, vaultShare);
  const { entropy, keys } = await openSealedWallet(
    secret => secret,
    { ...account, recoveryVersion: null },
    sealedSeed,
    key,
  );
  return exportOf(entropy, keys);
}

function exportOf(entropy: Uint8Array, keys: WalletKeys): OfflineWallet {
  const addresses = addressesOf(keys);
  return {
    addresses,
    smartAccount: smartAccountAddress(addresses.owner),
    phrase: new TextDecoder().decode(recoveryPhrase(entropy)),
    evmKey: hexOf(keys.evm),
    ownerKey: hexOf(keys.owner),
    solanaKey: base58.encode(new Uint8Array([...keys.solana, ...base58.decode(addresses.solana)])),
  };
}

const hexOf = (bytes: Uint8Array) =>
  `0x${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
