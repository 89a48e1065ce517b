import { base64urlnopad } from '@scure/base';
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { WalletAccount } from 'latchkit/protocol';
import type { NewShareSet, NewVaultShare, ServiceKeys, WalletServiceShare } from '../src/Keyring.js';
import type { MemoryInstallation } from './memoryInstallation.js';

/** The keys and the thumbprint of an installation that its services know. */
type KnownInstallation = Pick<MemoryInstallation, 'encJwk' | 'jkt'>;

/** What the wallet service and the vault store of a share set. */
export interface StoredSet {
  readonly wallet: WalletAccount;
  readonly sealedSeed: string;
  readonly device: Uint8Array<ArrayBuffer>;
  readonly recovery: Uint8Array<ArrayBuffer>;
  readonly vault: Uint8Array<ArrayBuffer>;
}

/** Both services from the keyring's perspective: they open what is sealed to them and seal what they return. */
export async function scriptedServices() {
  const walletService = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const vault = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const opened = async (jwe: string, key: CryptoKey): Promise<Record<string, string>> => {
    const { plaintext } = await compactDecrypt(jwe, key);
    return JSON.parse(new TextDecoder().decode(plaintext));
  };
  const bytes = (text = '') => Uint8Array.from(base64urlnopad.decode(text));
  const keys: ServiceKeys = {
    walletService: { ...(await exportJWK(walletService.publicKey)), kid: 'wallet service' },
    vault: { ...(await exportJWK(vault.publicKey)), kid: 'vault' },
  };
  const openShares = async (halves: string) => {
    const { device, recovery } = await opened(halves, walletService.privateKey);
    return { device: bytes(device), recovery: bytes(recovery) };
  };
  return {
    keys,
    openShares,
    openAtWalletService: async (jwe: string) => bytes((await opened(jwe, walletService.privateKey)).half),
    openAtVault: async (jwe: string) => bytes((await opened(jwe, vault.privateKey)).half),
    /** Stores what a keyring created. */
    async store(set: NewShareSet & NewVaultShare & { recoveryHalf?: string }): Promise<StoredSet> {
      const { device, recovery } = await openShares(set.halves);
      const { half } = await opened(set.recoveryHalf ?? set.share ?? '', vault.privateKey);
      const { walletId, epoch, addresses, sealedSeed } = set;
      return {
        wallet: { walletId, epoch, addresses, recoveryVersion: null },
        sealedSeed,
        device,
        recovery,
        vault: bytes(half),
      };
    },
  };
}

/** Seals a share as a service returns it; in passkey and password mode the vault's is wrapped. */
export async function sealFor(
  installation: KnownInstallation,
  share: Uint8Array | { readonly wrapped: string },
  apu = installation.jkt,
  apv = 'set',
): Promise<string> {
  const named = share instanceof Uint8Array ? { half: base64urlnopad.encode(share) } : share;
  const content = new TextEncoder().encode(JSON.stringify(named));
  return new CompactEncrypt(content)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .setKeyManagementParameters({ apu: new TextEncoder().encode(apu), apv: new TextEncoder().encode(apv) })
    .encrypt(await importJWK(installation.encJwk, 'ECDH-ES'));
}

/** A share as the wallet service releases it for an export. */
export async function exportShareFor(
  installation: KnownInstallation,
  { wallet, sealedSeed }: Pick<StoredSet, 'wallet' | 'sealedSeed'>,
  share: Uint8Array,
): Promise<WalletServiceShare> {
  const jwe = await sealFor(installation, share, installation.jkt, `export ${wallet.walletId}`);
  return { jwe, sealedSeed, wallet };
}

/** A share as the wallet service returns it. */
export async function shareFor(
  installation: KnownInstallation,
  { wallet, sealedSeed }: Pick<StoredSet, 'wallet' | 'sealedSeed'>,
  share: Uint8Array,
): Promise<WalletServiceShare> {
  return { jwe: await sealFor(installation, share), sealedSeed, wallet };
}
