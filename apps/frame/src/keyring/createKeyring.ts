import type { WalletAccount } from 'latchkit/protocol';
import { createApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import { createHold } from './createHold.js';
import { joinHalves } from './halves.js';
import type { KeyringInstallation } from './Installation.js';
import type { Keyring } from './Keyring.js';
import type { KeyringContext } from './KeyringContext.js';
import { keyringError } from './keyringError.js';
import { makeEpoch, makeWallet } from './makeSet.js';
import { openDeviceDoor, openMadeSet, openRecoveryDoor } from './openDoors.js';
import { openWallet } from './openWallet.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { signRequest } from './signRequest.js';
import { withSecrets } from './withSecrets.js';

export interface KeyringOptions {
  readonly installation: KeyringInstallation;
  /** Of the host page: decisions for another one count for nothing. */
  readonly origin: string;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default: the browser's. */
  readonly random?: RandomSource;
}

/** A keyring of this very thread. */
export interface LocalKeyring extends Keyring {
  /** The wallet that is unlocked; undefined while locked. */
  wallet(): WalletAccount | undefined;
  /** Forgets the gateway's half. What was made and not confirmed is gone. */
  lock(): void;
}

/** A locked keyring. */
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
