// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../core/connection/connect.js';
import { createLatchkit } from '../core/createLatchkit.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { start } from '../core/start.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { solana as mainnet } from '../networks/networks.js';
import { registerWallet } from '../testing/registerWallet.js';
import { toBase58 } from './chain/base58.js';
import { solana } from './solana.js';

const ADDRESS = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, index) => index);

/** Connects a wallet that answers a text's signing in this way. */
async function connectedTo(signed: unknown): Promise<Latchkit> {
  const features = { 'standard:connect': 1, 'standard:events': 1, 'solana:signMessage': 1 };
  const account = {
    address: ADDRESS,
    publicKey: new Uint8Array(32).fill(7),
    chains: ['solana:mainnet'],
    features: Object.keys(features),
  };
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const wallet = {
    version: '1.0.0',
    name: 'Reported',
    icon: 'data:image/svg+xml;base64,AA',
    chains: ['solana:mainnet'],
    accounts: [account],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signMessage': { version: '1.0.0', signMessage: async () => signed },
    },
  };
  registerWallet(wallet, gone.signal);
  const kit = createLatchkit({
    networks: [mainnet],
    adapters: [solana()],
    storage: memoryStorage(),
    features: { email: false, socials: false, analytics: false },
  }) as Latchkit;
  onTestFinished(() => kit.destroy());
  start(kit);
  await kit.kernel.start();
  await vi.waitFor(() => expect(kit.store.getState().connectors).not.toHaveLength(0));
  await connect(kit, { connectorId: kit.store.getState().connectors[0]?.id ?? '' });
  return kit;
}

describe('a Solana wallet that was reported elsewhere', () => {
  it.each<[string, unknown]>([
    ['a result without a list', { signature: SIGNATURE }],
    ['bytes of a list of numbers', [{ signature: [...SIGNATURE] }]],
    ['bytes that crossed its processes as JSON', [{ signature: JSON.parse(JSON.stringify(SIGNATURE)) }]],
    ['a Buffer that crossed them', [{ signature: { type: 'Buffer', data: [...SIGNATURE] } }]],
    ['a part of a larger memory', [{ signature: Uint8Array.from([9, ...SIGNATURE, 9]).subarray(1, 65) }]],
  ])('signs with %s (OWN-13, OWN-15)', async (_, answer) => {
    const kit = await connectedTo(answer);
    expect(await signMessage(kit, { message: 'Hello' })).toBe(toBase58(SIGNATURE));
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a result without a signature', [{}]],
    ['numbers that are no bytes', [{ signature: [256, -1, 0.5] }]],
    ['texts', [{ signature: ['1', '2'] }]],
    ['gaps', [{ signature: { 0: 1, 2: 3 } }]],
    ['no bytes', [{ signature: [] }]],
    ['more than a transaction can have', [{ signature: Array.from({ length: 5_000 }, () => 1) }]],
  ])('fails once when it answers %s (OWN-14)', async (_, answer) => {
    const kit = await connectedTo(answer);
    await expect(signMessage(kit, { message: 'Hello' })).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  });
});
