import {
  type Address,
  getAddressEncoder,
  getPublicKeyFromAddress,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit';
import type { SolanaSignInFeature, SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CountingWindow } from './CountingWindow.test-support.js';
import { createFakeSolanaWallet, type FakeSolanaWallet } from './createFakeSolanaWallet.js';
import { HOSTILE_SOLANA_KINDS, registerHostile } from './registerHostile.js';

const chains = { 'solana:localnet': 'http://127.0.0.1:1' } as const;
// The published types are what pages expect of a wallet.
const standard = (fake: FakeSolanaWallet) => fake.wallet satisfies Omit<Wallet, 'icon'> as Wallet;
const connect = (fake: FakeSolanaWallet, silent = false) =>
  (standard(fake).features as StandardConnectFeature)['standard:connect'].connect({ silent });

afterEach(() => vi.unstubAllGlobals());

describe('createFakeSolanaWallet', () => {
  it("is found by Wallet Standard's own library, early and late, and can be removed", () => {
    vi.stubGlobal('window', new CountingWindow());
    const early = createFakeSolanaWallet({ chains, name: 'Early' });
    const late = createFakeSolanaWallet({ chains, name: 'Late' });
    early.announce();
    const { get } = getWallets();
    expect(get().map(({ name }) => name)).toEqual(['Early']);
    late.announce();
    expect(get().map(({ name }) => name)).toEqual(['Early', 'Late']);
    early.stop();
    expect(get().map(({ name }) => name)).toEqual(['Late']);
    late.stop();
    expect(get()).toEqual([]);
  });

  it('shows accounts only to an authorized page', async () => {
    const fake = createFakeSolanaWallet({ chains });
    expect(await connect(fake, true)).toEqual({ accounts: [] });
    expect(fake.wallet.accounts).toEqual([]);
    const { accounts } = await connect(fake);
    expect(accounts).toMatchObject([{ chains: ['solana:localnet'] }]);
    const [account] = accounts;
    expect(account?.publicKey).toEqual(
      Uint8Array.from(getAddressEncoder().encode(account?.address as Address)),
    );
    expect(fake.wallet.accounts).toEqual(accounts);
    expect(await connect(fake, true)).toEqual({ accounts });
  });

  it('signs messages and sign-ins with a real key', async () => {
    const fake = createFakeSolanaWallet({ chains });
    const { accounts } = await connect(fake);
    const [account] = accounts;
    if (!account) throw new Error('no account');
    const features = standard(fake).features as SolanaSignMessageFeature & SolanaSignInFeature;
    const message = new TextEncoder().encode('hello');
    const [signed] = await features['solana:signMessage'].signMessage({ account, message });
    const key = await getPublicKeyFromAddress(account.address as Address);
    expect(await verifySignature(key, signed?.signature as SignatureBytes, message)).toBe(true);
    const [signedIn] = await features['solana:signIn'].signIn({ domain: 'host.example', nonce: 'abcdefgh' });
    expect(
      await verifySignature(key, signedIn?.signature as SignatureBytes, signedIn?.signedMessage ?? message),
    ).toBe(true);
    expect(new TextDecoder().decode(signedIn?.signedMessage)).toBe(
      `host.example wants you to sign in with your Solana account:\n${account.address}\n\nNonce: abcdefgh`,
    );
  });

  it('refuses, fails or does not respond when a fault is set', async () => {
    const fake = createFakeSolanaWallet({ chains, faults: { reject: true } });
    await expect(connect(fake)).rejects.toMatchObject({ code: 4001 });
    fake.faults.set({ reject: undefined, plainError: true });
    await expect(connect(fake)).rejects.toThrow('Something broke');
    fake.faults.set({ plainError: undefined, errors: { 'standard:connect': { code: -32000 } } });
    await expect(connect(fake)).rejects.toMatchObject({ code: -32000 });
    fake.faults.clear();
    const asked: string[] = [];
    const shy = createFakeSolanaWallet({
      chains,
      prompt: async ({ method }) => {
        asked.push(method);
        return false;
      },
    });
    await expect(connect(shy)).rejects.toMatchObject({ code: 4001 });
    expect(asked).toEqual(['standard:connect']);
  });

  it('does not sign when the page is not authorized', async () => {
    const fake = createFakeSolanaWallet({ chains });
    const features = standard(fake).features as SolanaSignMessageFeature;
    const [address = ''] = await fake.addresses();
    const account = { address, publicKey: new Uint8Array(32), chains: [], features: [] };
    await expect(
      features['solana:signMessage'].signMessage({ account, message: new Uint8Array(1) }),
    ).rejects.toMatchObject({ code: 4100 });
  });

  it('registers hostile wallets of every kind', () => {
    vi.stubGlobal('window', new CountingWindow());
    const like = createFakeSolanaWallet({ chains });
    const stop = new AbortController();
    const found: unknown[] = [];
    window.addEventListener('wallet-standard:register-wallet', event =>
      (event as CustomEvent).detail({
        register: (wallet: unknown) => {
          found.push(wallet);
          return () => found.splice(0);
        },
      }),
    );
    for (const kind of HOSTILE_SOLANA_KINDS) registerHostile(kind, like, stop.signal);
    expect(found).toHaveLength(HOSTILE_SOLANA_KINDS.length);
    stop.abort();
    expect(found).toEqual([]);
  });
});
