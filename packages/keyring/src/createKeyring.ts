import type { WalletAccount } from 'latchkit/protocol';
import { createApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import { createHold, type KeyringContext } from './createHold.js';
import { joinHalves } from './halves.js';
import type { Keyring } from './Keyring.js';
import type { KeyringInstallation } from './KeyringInstallation.js';
import { keyringError } from './keyringError.js';
import { makeEpoch, makeWallet } from './makeSet.js';
import { openDeviceDoor, openMadeSet, openRecoveryDoor } from './openDoors.js';
import { openWallet } from './openWallet.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { signRequest } from './signRequest.js';
import { withSecrets } from './withSecrets.js';

export interface KeyringOptions {
  readonly installation: KeyringInstallation;
  /** Origin of the host page: approvals for another origin are rejected. */
  readonly origin: string;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Default: `crypto.getRandomValues`. */
  readonly random?: RandomSource;
}

/** A keyring in the current thread. */
export interface LocalKeyring extends Keyring {
  /** The unlocked wallet; undefined while locked. */
  wallet(): WalletAccount | undefined;
  /** Removes the wallet service's share and any unconfirmed share set from memory. */
  lock(): void;
}

/** Creates a locked keyring. */
export function createKeyring({
  installation,
  origin,
  now = Date.now,
  random,
}: KeyringOptions): LocalKeyring {
  const hold = createHold(now);
  const context: KeyringContext = { installation, hold, random, ledger: createApprovalLedger(origin, now) };
  return {
    wallet: hold.wallet,
    hasDoor: () => installation.hasDoor(),
    create: (walletId, services) => makeWallet(context, walletId, services),
    rekey: services => makeEpoch(context, services),
    confirm: (device, recovery, vaultHalf) => openMadeSet(context, device, recovery, vaultHalf),
    unlock: share => openDeviceDoor(context, share),
    recover: (recovery, vaultHalf, gateway) => openRecoveryDoor(context, recovery, vaultHalf, gateway),
    sign: (request, approval) => signApproved(context, request, approval),
    lock: hold.clear,
  };
}

function signApproved(
  { hold, ledger }: KeyringContext,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  return withSecrets(async secret => {
    const { wallet, door, half } = hold.unlocked();
    const { evm, solana } = wallet.addresses;
    if (request.account !== (request.kind.startsWith('solana') ? solana : evm)) {
      throw keyringError('KEYRING_REFUSED');
    }
    await ledger.consume(request, approval);
    const walletKey = secret(joinHalves(half, door.half));
    const { keys } = await openWallet(secret, wallet, door.sealedSeed, walletKey);
    return signRequest(request, keys);
  });
}
