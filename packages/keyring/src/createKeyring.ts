import { smartAccountAddress, type WalletAccount, type WalletAddresses } from 'latchkit/protocol';
import { createApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import { createUnlockedWallet, type KeyringContext } from './createUnlockedWallet.js';
import { encodeTransfer } from './encodeTransfer.js';
import { exportDeviceSet } from './exportDeviceSet.js';
import type { Keyring } from './Keyring.js';
import type { KeyringInstallation } from './KeyringInstallation.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { protectWallet, tryProtection } from './protectWallet.js';
import { adoptWallet, provisionSibling } from './provisionSibling.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { type StartedPassword, startPassword } from './sealFactor.js';
import { createSecondWallet, createWallet, rekeyWallet } from './sealShareSet.js';
import { signRequest } from './signRequest.js';
import { joinKey } from './splitKey.js';
import { confirmShareSet, unlockDeviceSet, unlockRecoverySet } from './unlockShares.js';
import { withSecrets } from './withSecrets.js';

export interface KeyringOptions {
  readonly installation: KeyringInstallation;
  /** Origin of the host page: approvals for another origin are rejected. */
  readonly origin: string;
  /** Origin of the gateway whose orders are signed. Default: none, so that no order is signed. */
  readonly gateway?: string | undefined;
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
  gateway,
  now = Date.now,
  random,
}: KeyringOptions): LocalKeyring {
  const unlocked = createUnlockedWallet(now);
  const context: KeyringContext = {
    installation,
    unlocked,
    random,
    ledger: createApprovalLedger(origin, now),
  };
  let started: StartedPassword | undefined;
  return {
    wallet: unlocked.wallet,
    hasDeviceShare: () => installation.hasDeviceShare(),
    create: (walletId, services) => createWallet(context, walletId, services),
    createSecond: (walletId, services, protection) =>
      createSecondWallet(context, walletId, services, protection),
    encodeTransfer: async transfer => encodeTransfer(transfer),
    rekey: (services, protection) => rekeyWallet(context, services, protection),
    confirm: (device, recovery, vaultShare, factor) =>
      confirmShareSet(context, { device, recovery, vaultShare, factor }),
    unlock: share => unlockDeviceSet(context, share),
    recover: (recovery, vaultShare, walletService, factor) =>
      unlockRecoverySet(context, recovery, vaultShare, walletService, factor),
    provision: (request, approval) => provisionSibling(context, request, approval),
    adopt: (provision, wallet, walletService) => adoptWallet(context, provision, wallet, walletService),
    protect: (services, protection) => protectWallet(context, services, protection),
    tryProtection: (recovery, vaultShare, factor) => tryProtection(context, recovery, vaultShare, factor),
    async startPassword(password) {
      started = startPassword(password);
      return started.blinded;
    },
    async finishPassword(evaluated, salt, to) {
      const current = started;
      started = undefined;
      if (current === undefined) throw keyringError('KEYRING_LOCKED');
      return current.finish(evaluated, salt, to);
    },
    sign: (request, approval) => signApproved(context, gateway, request, approval),
    exportWallet: share => exportDeviceSet(context, share),
    lock: unlocked.clear,
  };
}

function signApproved(
  { unlocked, ledger }: KeyringContext,
  gateway: string | undefined,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = unlocked.shares();
    if (!accountsFor(request.kind, wallet.addresses).includes(request.account)) {
      throw keyringError('KEYRING_REFUSED');
    }
    await ledger.consume(request, approval);
    const walletKey = secret(joinKey(share, deviceShare.share));
    const { keys } = await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
    return signRequest(request, keys, gateway);
  });
}

/** The accounts that sign requests of a kind. */
function accountsFor(
  kind: SigningRequest['kind'],
  { evm, owner, solana }: WalletAddresses,
): readonly string[] {
  if (kind.startsWith('solana')) return [solana];
  if (kind === 'userOperation' || kind === 'revocation') return [smartAccountAddress(owner)];
  return kind === 'message' || kind === 'typedData' ? [evm, smartAccountAddress(owner)] : [evm];
}
