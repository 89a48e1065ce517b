import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import { type WalletAddresses, walletProofText } from 'latchkit/protocol';
import { createEntropy } from './createEntropy.js';
import type { KeyringContext } from './createUnlockedWallet.js';
import type { NewShareSet, NewWallet, ServiceKeys } from './Keyring.js';
import { openSealedWallet } from './openSealedWallet.js';
import { type SeedName, sealSeed } from './sealSeed.js';
import { sealShares } from './sealShares.js';
import { signMessage } from './signRequest.js';
import { joinKey, SHARE_LENGTH, splitKey } from './splitKey.js';
import { addressesOf, type WalletKeys, walletKeys } from './walletKeys.js';
import { type KeepSecret, withSecrets } from './withSecrets.js';

/** Creates a wallet: a new seed under a new key. */
export function createWallet(
  context: KeyringContext,
  walletId: string,
  services: ServiceKeys,
): Promise<NewWallet> {
  return withSecrets(async secret => {
    const entropy = secret(createEntropy(context.random));
    const keys = await walletKeys(entropy, secret);
    const { jkt } = context.installation;
    const set = await sealShareSet(context, secret, services, {
      ...{ entropy, walletId, epoch: 1, addresses: addressesOf(keys) },
    });
    return { ...set, proofs: proveKeys(keys, walletProofText(walletId, jkt)) };
  });
}

/** Encrypts the unlocked wallet with a new key: the next epoch. */
export function rekeyWallet(context: KeyringContext, services: ServiceKeys): Promise<NewShareSet> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = context.unlocked.shares();
    const walletKey = secret(joinKey(share, deviceShare.share));
    const { entropy } = await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
    const { walletId, addresses, epoch } = wallet;
    return sealShareSet(context, secret, services, { entropy, walletId, addresses, epoch: epoch + 1 });
  });
}

interface Seed extends SeedName {
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly addresses: WalletAddresses;
}

/**
 * Seals a seed with a new key and splits the key for both share sets; this installation's part is held in memory until it is
 * confirmed.
 */
async function sealShareSet(
  { unlocked }: KeyringContext,
  secret: KeepSecret,
  { walletService, vault }: ServiceKeys,
  { entropy, addresses, walletId, epoch }: Seed,
): Promise<NewShareSet> {
  const walletKey = secret(crypto.getRandomValues(new Uint8Array(SHARE_LENGTH)));
  const device = splitKey(walletKey);
  const recovery = splitKey(walletKey);
  for (const share of [device.theirs, recovery.ours, recovery.theirs]) secret(share);
  const sealedSeed = await sealSeed(entropy, walletKey, { walletId, epoch });
  unlocked.stageShareSet({ deviceShare: { walletId, epoch, share: device.ours, sealedSeed }, addresses });
  return {
    ...{ walletId, epoch, sealedSeed, addresses },
    halves: await sealShares({ device: device.theirs, recovery: recovery.theirs }, walletService),
    recoveryHalf: await sealShares({ half: recovery.ours }, vault),
  };
}

function proveKeys({ evm, owner, solana }: WalletKeys, text: string) {
  const bytes = utf8ToBytes(text);
  const payload = `0x${bytesToHex(bytes)}` as const;
  return {
    evm: signMessage(payload, evm),
    owner: signMessage(payload, owner),
    solana: base58.encode(ed25519.sign(bytes, solana)),
  };
}
