import { TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { verify } from '@scure/sr25519';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { bitcoinNetwork, verifiesBip322 } from '../../bitcoin/bitcoinWorld.test-support.js';
import { bitcoin, sendTransfer, signPsbt } from '../../bitcoin/index.js';
import {
  connect,
  disconnect,
  getAccount,
  openModal,
  sendTransaction,
  signMessage,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { kusama, mainnet, polkadot as relayChain } from '../../networks/index.js';
import { getPolkadotSigner, polkadot } from '../../polkadot/index.js';
import { decodeSs58, ss58Address } from '../../protocol/ss58.js';
import { bitcoinPair, evmAccount, polkadotAddress } from '../interop/walletKeys.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

const regtest = bitcoinNetwork('regtest');
const [PAYMENT, ORDINAL] = bitcoinPair;
const DOT = ss58Address(polkadotAddress, relayChain.caipNetworkId) ?? '';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(() => world.end());

const kitOf = () =>
  world.kit({
    adapters: [evm(), bitcoin(), polkadot()],
    networks: [mainnet, regtest, relayChain, kusama],
  });

async function connected(namespace: 'bip122' | 'polkadot') {
  const wallet = world.wallet();
  const kit = kitOf();
  openModal(kit);
  const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect', namespace }));
  await wallet.scan(kit);
  await connecting;
  return { wallet, kit };
}

/** A PSBT with an input of the wallet's payment account and one of nobody's. */
function psbtOf(): string {
  const transaction = new Transaction();
  for (const [index, script] of [PAYMENT.script, Uint8Array.of(0x51)].entries()) {
    const witnessUtxo = { script, amount: 10_000n };
    transaction.addInput({ txid: `${index + 1}`.repeat(64), index: 0, witnessUtxo });
  }
  transaction.addOutputAddress(PAYMENT.address, 19_000n, { ...TEST_NETWORK, bech32: 'bcrt' });
  return Buffer.from(transaction.toPSBT()).toString('base64');
}

describe('walletConnect with Bitcoin', () => {
  it('connects by link with both addresses, signs, and ends [LOG-11] [LIM-14] [VAL-18]', async () => {
    const { wallet, kit } = await connected('bip122');
    const [proposal] = wallet.proposals;
    expect(proposal?.optionalNamespaces.bip122).toMatchObject({
      chains: [regtest.caipNetworkId],
      methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    });
    // Sign-in within the connection is for EVM only.
    expect(wallet.authentications).toEqual([]);
    const { allAccounts } = getAccount(kit, { namespace: 'bip122' });
    expect(allAccounts).toEqual([
      { namespace: 'bip122', address: PAYMENT.address, type: 'payment' },
      { namespace: 'bip122', address: ORDINAL.address, type: 'ordinal' },
    ]);
    const signature = await signMessage(kit, { message: 'Hello', namespace: 'bip122' });
    expect(await verifiesBip322('Hello', signature, PAYMENT.address)).toBe(true);
    const { psbt, signed } = await signPsbt(kit, { psbt: psbtOf() });
    expect(signed).toEqual([0]);
    expect(Transaction.fromPSBT(Buffer.from(psbt, 'base64')).getInput(0).partialSig).toHaveLength(1);
    await disconnect(kit, { namespace: 'bip122' });
    await expect.poll(() => wallet.client.sessions()).toEqual([]);
  });

  it('sends a transfer in the form of the wallet, and gives the errors of every wallet [ERR-47]', async () => {
    const { wallet, kit } = await connected('bip122');
    const { answers } = wallet;
    wallet.answers = async request =>
      request.request.method === 'sendTransfer' ? { result: { txid: 'ab'.repeat(32) } } : answers(request);
    const order = { to: PAYMENT.address, amount: 25_000n, memo: 'Tea' };
    expect(await sendTransfer(kit, order)).toBe('ab'.repeat(32));
    expect(wallet.requests.at(-1)?.request).toEqual({
      method: 'sendTransfer',
      params: {
        account: PAYMENT.address,
        recipientAddress: PAYMENT.address,
        amount: '25000',
        memo: '546561',
      },
    });
    wallet.answers = async () => ({ error: { code: 4001, message: 'No' } });
    await expect(sendTransfer(kit, order)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    wallet.answers = async () => ({ error: { code: -32_000, message: 'Broken' } });
    await expect(signMessage(kit, { message: 'Hello', namespace: 'bip122' })).rejects.toMatchObject({
      code: expect.stringMatching(/^REQUEST_/),
    });
    const count = wallet.requests.length;
    const transaction = { to: evmAccount.address, value: 1n };
    await expect(sendTransaction(kit, { transaction, namespace: 'bip122' })).rejects.toThrow(
      'Unsupported chain',
    );
    expect(wallet.requests).toHaveLength(count);
  });

  it('follows the wallet to another account, and is restored after a reload', async () => {
    const { wallet, kit } = await connected('bip122');
    const [session] = wallet.client.sessions();
    const others = (session?.namespaces.bip122?.accounts ?? []).filter(one => one.endsWith(ORDINAL.address));
    const namespaces = { ...session?.namespaces };
    if (namespaces.bip122) namespaces.bip122 = { ...namespaces.bip122, accounts: others };
    await wallet.client.update(session?.topic ?? '', namespaces);
    await untilState(kit, state => state.namespaces.bip122?.account.address === ORDINAL.address);
    kit.destroy();
    wallet.client.close();
    const again = kitOf();
    const { namespaces: restored } = await untilState(
      again,
      state => state.namespaces.bip122?.account.isConnected === true,
    );
    expect(restored.bip122?.account.address).toBe(ORDINAL.address);
  });
});

describe('walletConnect with Polkadot', () => {
  it('connects by link with the addresses of the networks, signs, and gives a signer [LOG-11]', async () => {
    const { wallet, kit } = await connected('polkadot');
    expect(getAccount(kit, { namespace: 'polkadot' }).address).toBe(DOT);
    const signature = await signMessage(kit, { message: 'Hello', namespace: 'polkadot' });
    const key = decodeSs58(DOT)?.key ?? new Uint8Array();
    const text = new TextEncoder().encode('<Bytes>Hello</Bytes>');
    expect(verify(text, Buffer.from(signature.slice(4), 'hex'), key)).toBe(true);
    expect(wallet.requests.at(-1)?.chainId).toBe(relayChain.caipNetworkId);
    expect(await getPolkadotSigner(kit)).toMatchObject({ publicKey: key });
  });
});

describe('walletConnect with three namespaces', () => {
  it('connects all of them with one approval, and ends them together', async () => {
    const { wallet, kit } = await connected('bip122');
    const { namespaces } = await untilState(kit, state => state.connections.length === 3);
    expect([
      namespaces.eip155?.account.address,
      namespaces.bip122?.account.address,
      namespaces.polkadot?.account.address,
    ]).toEqual([evmAccount.address, PAYMENT.address, DOT]);
    expect(wallet.proposals).toHaveLength(1);
    const [session] = wallet.client.sessions();
    await wallet.client.disconnect(session?.topic ?? '');
    await untilState(kit, state => state.connections.length === 0);
  });
});
