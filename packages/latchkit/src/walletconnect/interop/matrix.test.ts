import { ed25519 } from '@noble/curves/ed25519';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { createPublicClient, type Hex, http, recoverMessageAddress, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { apacheDapp, apacheWallet, walletKitWallet } from './apachePeers.test-support.js';
import { ourDapp, ourWallet } from './ourPeers.test-support.js';
import type { DappPeer, WalletPeer } from './Peer.test-support.js';
import { evmAccount, solanaAddress, solanaPublicKey, walletKeys } from './walletKeys.test-support.js';

const EVM = 'eip155:31337';
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const soon = { timeout: 60_000, interval: 20 };

const dapps = { 'our client': ourDapp, 'sign-client 2.21.8': apacheDapp };
const wallets = {
  'our wallet side': ourWallet,
  'walletkit 1.2.8': walletKitWallet,
  'sign-client 2.21.8': apacheWallet,
};

/** Pairs without any of our code run only in the long suite. */
const pairs = Object.entries(dapps).flatMap(([dapp, makeDapp]) =>
  Object.entries(wallets)
    .filter(([wallet]) => process.env.LATCHKIT_FULL || dapp.startsWith('our') || wallet.startsWith('our'))
    .map(([wallet, makeWallet]) => ({ dapp, wallet, makeDapp, makeWallet })),
);

let relay: TestRelay;
let anvil: Anvil;
beforeAll(async () => {
  [relay, anvil] = await Promise.all([startRelay(), startAnvil(31_337)]);
});
afterAll(async () => {
  await Promise.all([relay.stop(), anvil.stop()]);
  expect(relay.errors).toEqual([]);
});

describe.each(pairs)('$dapp with $wallet', ({ makeDapp, makeWallet }) => {
  let dapp: DappPeer;
  let wallet: WalletPeer;
  beforeAll(async () => {
    dapp = await makeDapp(relay.url);
    wallet = await makeWallet(relay.url, walletKeys(anvil.url));
  });
  afterAll(() => Promise.all([dapp.close(), wallet.close()]));

  const connect = async (chains: readonly string[], signIn = false) => {
    const { uri, settled } = await dapp.connect({ chains, signIn });
    await wallet.pair(uri);
    const session = await settled;
    await vi.waitFor(() => expect(wallet.expiry(session.topic)).toBeDefined(), soon);
    return session;
  };

  it('pairs, settles and signs on two namespaces', async () => {
    const { topic, accounts } = await connect([EVM, SOLANA]);
    expect(new Set(accounts)).toEqual(
      new Set([`${EVM}:${evmAccount.address}`, `${SOLANA}:${solanaAddress}`]),
    );

    const signature = await dapp.request(topic, EVM, 'personal_sign', [toHex('hello'), evmAccount.address]);
    const signer = await recoverMessageAddress({ message: 'hello', signature: signature as Hex });
    expect(signer).toBe(evmAccount.address);

    const transaction = { from: evmAccount.address, to: RECEIVER, value: toHex(1_000n) };
    const hash = (await dapp.request(topic, EVM, 'eth_sendTransaction', [transaction])) as Hex;
    const chain = createPublicClient({ transport: http(anvil.url) });
    const receipt = await chain.waitForTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: 'success', to: RECEIVER.toLowerCase() });

    const message = new TextEncoder().encode('hello Solana');
    const params = { message: getBase58Decoder().decode(message), pubkey: solanaAddress };
    const answer = (await dapp.request(topic, SOLANA, 'solana_signMessage', params)) as { signature: string };
    const proof = new Uint8Array(getBase58Encoder().encode(answer.signature));
    expect(ed25519.verify(proof, message, solanaPublicKey)).toBe(true);
  });

  it('emits events, changes accounts, extends and pings', async () => {
    const { topic } = await connect([EVM]);
    await wallet.emit(topic, EVM, 'accountsChanged', [RECEIVER]);
    await vi.waitFor(
      () => expect(dapp.heard).toContain(`accountsChanged:${JSON.stringify([RECEIVER])}`),
      soon,
    );

    await wallet.update(topic, [`${EVM}:${RECEIVER}`, `${EVM}:${evmAccount.address}`]);
    const accounts = [`${EVM}:${RECEIVER}`, `${EVM}:${evmAccount.address}`];
    await vi.waitFor(() => expect(dapp.accounts(topic)).toEqual(accounts), soon);

    await wallet.extend(topic);
    expect(Math.abs((wallet.expiry(topic) ?? 0) - (dapp.expiry(topic) ?? 0))).toBeLessThan(10);
    await Promise.all([dapp.ping(topic), wallet.ping(topic)]);
  });

  it('ends the session from the page and from the wallet', async () => {
    const first = await connect([EVM]);
    await dapp.disconnect(first.topic);
    await vi.waitFor(() => expect(wallet.expiry(first.topic)).toBeUndefined(), soon);
    expect(dapp.expiry(first.topic)).toBeUndefined();

    const second = await connect([EVM]);
    await wallet.disconnect(second.topic);
    await vi.waitFor(() => expect(dapp.expiry(second.topic)).toBeUndefined(), soon);
    await expect(dapp.request(second.topic, EVM, 'personal_sign', ['0x', RECEIVER])).rejects.toThrow();
  });

  it('expires after seven days, on both sides', async () => {
    const { topic } = await connect([EVM]);
    const agreed = Date.now() / 1_000 + 7 * 86_400;
    for (const peer of [dapp, wallet]) {
      expect(Math.abs((peer.expiry(topic) ?? 0) - agreed)).toBeLessThan(60);
      peer.expire(topic);
    }
    const left = () => [dapp.expiry(topic), wallet.expiry(topic)];
    await vi.waitFor(() => expect(left()).toEqual([undefined, undefined]), soon);
    await expect(dapp.request(topic, EVM, 'personal_sign', ['0x', RECEIVER])).rejects.toThrow();
  });

  it('signs in with the connection and then uses the session', async () => {
    const { topic, accounts, signatures } = await connect([EVM], true);
    expect(accounts).toContain(`${EVM}:${evmAccount.address}`);
    expect(signatures).toEqual([expect.stringMatching(/^0x[0-9a-f]{130}$/)]);
    const signature = await dapp.request(topic, EVM, 'personal_sign', [toHex('again'), evmAccount.address]);
    const signer = await recoverMessageAddress({ message: 'again', signature: signature as Hex });
    expect(signer).toBe(evmAccount.address);
    await dapp.disconnect(topic);
  });

  it('reports the refusal when the visitor refuses', async () => {
    wallet.refuse();
    for (const signIn of [false, true]) {
      const { uri, settled } = await dapp.connect({ chains: [EVM], signIn });
      await wallet.pair(uri);
      await expect(settled).rejects.toThrow(/reject/i);
    }
  });
});
