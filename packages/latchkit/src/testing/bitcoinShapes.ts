import { z } from 'zod/mini';
import { base64 } from '../protocol/bytes.js';
import { fromHexText, hexOf } from './bitcoinText.js';
import type { BitcoinWalletState } from './createBitcoinState.js';
import type { BitcoinAnswer, BitcoinWalletFaults } from './createFakeBitcoinWallet.js';
import { createStandardBitcoin } from './createStandardBitcoin.js';
import type { ProviderEvents } from './FakeProvider.js';
import type { BitcoinKeyAccount, FakeBitcoinNetwork } from './fakeBitcoinSigner.js';
import { WalletRpcError } from './WalletRpcError.js';

/** The wallets whose provider a fake Bitcoin wallet imitates. */
export type BitcoinShape = 'standard' | 'xverse' | 'leather' | 'magicEden' | 'unisat' | 'okx';

/** What a shape is made of. */
export interface ShapeParts {
  readonly name: string;
  readonly icon: `data:image/svg+xml;base64,${string}`;
  readonly state: BitcoinWalletState;
  readonly events: ProviderEvents;
  readonly answer: BitcoinAnswer;
  readonly faults: { readonly current: BitcoinWalletFaults };
}

/** A wallet of a shape, as the page sees it. */
export interface ShapedWallet {
  readonly provider: unknown;
  announce(signal: AbortSignal): void;
  /** Tells the page that the exposed accounts have changed. */
  changed(accounts: readonly BitcoinKeyAccount[]): void;
  /** Tells the page that the current chain has changed; absent if the wallet has none. */
  chainChanged?(): void;
}

interface Shape {
  /** The name of a wallet that is not in a registry. */
  readonly name?: string;
  create(parts: ShapeParts): ShapedWallet;
}

type Run = (params: unknown) => Promise<unknown>;

/** The networks' names in the methods of sats-connect. */
const SATS_NAMES: Readonly<Record<string, FakeBitcoinNetwork>> = {
  Mainnet: 'mainnet',
  Testnet4: 'testnet4',
  Signet: 'signet',
  Regtest: 'regtest',
};

function parsed<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (!result.success) throw new WalletRpcError(-32602, 'Invalid parameters.');
  return result.data;
}

/** Encodes bytes as the shape does, or in the other way as a fault. */
const encoded = ({ faults }: ShapeParts, bytes: Uint8Array, as: 'hex' | 'base64') =>
  (as === 'hex') === (faults.current.otherEncoding ?? false) ? base64.encode(bytes) : hexOf(bytes);

async function connected({ state, faults }: ShapeParts): Promise<readonly BitcoinKeyAccount[]> {
  const accounts = await state.accounts();
  return faults.current.ordinalFirst ? [...accounts].reverse() : accounts;
}

async function authorised(parts: ShapeParts, network?: string): Promise<readonly BitcoinKeyAccount[]> {
  const wanted = network === undefined ? undefined : SATS_NAMES[network];
  if (wanted) parts.state.enterNetwork(wanted);
  parts.state.authorise();
  return connected(parts);
}

function pay(
  { state }: ShapeParts,
  from: BitcoinKeyAccount,
  order: { readonly to: string; readonly amount: bigint; readonly feeRate?: number | undefined },
): Promise<string> {
  if (!state.send) throw new WalletRpcError(4200, 'The wallet cannot send.');
  return state.send({ from, to: order.to, amount: order.amount, feeRate: order.feeRate });
}

/** Puts an object at a path of the page's globals, and its entry into `btc_providers` (WBIP 004); removes both at the end. */
function inject(path: string, provider: unknown, entry: object | undefined, signal: AbortSignal): void {
  if (signal.aborted) return;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = window as unknown as Record<string, unknown>;
  for (const name of names) {
    holder[name] ??= {};
    holder = holder[name] as Record<string, unknown>;
  }
  holder[last] = provider;
  const page = window as { btc_providers?: object[] };
  if (entry) page.btc_providers = [...(page.btc_providers ?? []), entry];
  signal.addEventListener('abort', () => {
    if (holder[last] === provider) delete holder[last];
    page.btc_providers = (page.btc_providers ?? []).filter(one => one !== entry);
  });
}

const Message = z.object({ address: z.string(), message: z.string(), protocol: z.enum(['ECDSA', 'BIP322']) });
const SignInputs = z.object({ psbt: z.string(), signInputs: z.record(z.string(), z.array(z.number())) });
const Recipients = z.object({
  recipients: z.array(z.object({ address: z.string(), amount: z.number() })),
  feeRate: z.optional(z.number()),
});

function satsAccount({ address, publicKey, purpose }: BitcoinKeyAccount) {
  return {
    address,
    publicKey: hexOf(publicKey),
    purpose,
    addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
  };
}

/** Xverse: JSON-RPC answers; errors are answers too, and a refusal has the code -32000. */
function createXverse(parts: ShapeParts): ShapedWallet {
  const { state, events, answer, name, icon } = parts;
  const nameOf = (network: FakeBitcoinNetwork) =>
    Object.keys(SATS_NAMES).find(one => SATS_NAMES[one] === network) ?? '';
  const network = () => ({ bitcoin: { name: state.foreign() ?? nameOf(state.network()) } });
  const account = (accounts: readonly BitcoinKeyAccount[]) => ({
    ...{ id: 'account-1', addresses: accounts.map(satsAccount), walletType: 'software', network: network() },
  });
  const methods: Readonly<Record<string, readonly [boolean, Run]>> = {
    wallet_connect: [
      true,
      async params => {
        const wanted = parsed(z.object({ network: z.string() }), params).network;
        return account(await authorised(parts, wanted));
      },
    ],
    wallet_getAccount: [
      false,
      async () => {
        if (!state.isAuthorised()) throw new WalletRpcError(-32002, 'Access denied.');
        return account(await connected(parts));
      },
    ],
    wallet_disconnect: [
      false,
      async () => {
        state.withdraw();
        return null;
      },
    ],
    signMessage: [
      true,
      async params => {
        const { address, message, protocol } = parsed(Message, params);
        const bytes = await state.signMessage(address, message, protocol === 'ECDSA' ? 'ecdsa' : 'bip322');
        return { signature: encoded(parts, bytes, 'base64'), address, protocol };
      },
    ],
    signPsbt: [
      true,
      async params => {
        const { psbt, signInputs } = parsed(SignInputs, params);
        const inputs = Object.entries(signInputs).flatMap(([address, all]) =>
          all.map(index => ({ index, address })),
        );
        return { psbt: encoded(parts, await state.signPsbt(base64.decode(psbt), inputs, false), 'base64') };
      },
    ],
    sendTransfer: [
      true,
      async params => {
        const { recipients, feeRate } = parsed(Recipients, params);
        const [{ address: to, amount } = { address: '', amount: 0 }] = recipients;
        const [from] = await state.accounts();
        return { txid: await pay(parts, from, { to, amount: BigInt(amount), feeRate }) };
      },
    ],
  };
  const provider = {
    async request(method: string, params?: unknown) {
      const [asks, run] = methods[method] ?? [];
      const response = { jsonrpc: '2.0', id: 1 };
      if (asks === undefined || !run)
        return { ...response, error: { code: -32601, message: 'Method not found.' } };
      try {
        return { ...response, result: await answer(method, params, asks, () => run(params)) };
      } catch (cause) {
        const { code, message } = cause as { code?: number; message: string };
        return { ...response, error: { code: code === 4001 ? -32000 : (code ?? -32603), message } };
      }
    },
    addListener(event: string, listener: () => void) {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
  };
  const id = 'XverseProviders.BitcoinProvider';
  return {
    provider,
    announce: signal => inject(id, provider, { id, name, icon }, signal),
    changed: accounts => events.emit(accounts.length > 0 ? 'accountChange' : 'disconnect'),
    chainChanged: () => events.emit('networkChange', { type: 'networkChange', ...network() }),
  };
}

/** Leather: JSON-RPC answers, but errors are rejections; PSBTs in hex, amounts as text, accounts of other chains as well. */
function createLeather(parts: ShapeParts): ShapedWallet {
  const { state, answer, name, icon } = parts;
  const typeOf = ({ purpose }: BitcoinKeyAccount) => (purpose === 'payment' ? 'p2wpkh' : 'p2tr');
  const methods: Readonly<Record<string, Run>> = {
    getAddresses: async () => ({
      addresses: [
        { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
        ...(await authorised(parts)).map(account => ({
          symbol: 'BTC',
          type: typeOf(account),
          address: account.address,
          publicKey: hexOf(account.publicKey),
          derivationPath: account.path,
        })),
      ],
    }),
    signMessage: async params => {
      const { message, paymentType } = parsed(
        z.object({ message: z.string(), paymentType: z.string() }),
        params,
      );
      const account = (await state.accounts()).find(one => typeOf(one) === paymentType);
      const address = account?.address ?? '';
      return {
        signature: encoded(parts, await state.signMessage(address, message, 'bip322'), 'base64'),
        address,
      };
    },
    signPsbt: async params => {
      const { hex, signAtIndex } = parsed(
        z.object({ hex: z.string(), signAtIndex: z.array(z.number()) }),
        params,
      );
      // It finds the owner of an input itself; the tests have inputs of the payment account.
      const [{ address }] = await state.accounts();
      const inputs = signAtIndex.map(index => ({ index, address }));
      return { hex: encoded(parts, await state.signPsbt(fromHexText(hex), inputs, false), 'hex') };
    },
    sendTransfer: async params => {
      const schema = z.object({ recipients: z.array(z.object({ address: z.string(), amount: z.string() })) });
      const [{ address: to, amount } = { address: '', amount: '0' }] = parsed(schema, params).recipients;
      const [from] = await state.accounts();
      return { txid: await pay(parts, from, { to, amount: BigInt(amount) }) };
    },
  };
  const provider = {
    isLeather: true,
    async request(method: string, params?: unknown) {
      const run = methods[method];
      const response = { jsonrpc: '2.0', id: '1' };
      if (!run) throw { ...response, error: { code: -32601, message: 'Method not found.' } };
      try {
        return { ...response, result: await answer(method, params, true, () => run(params)) };
      } catch (cause) {
        const { code = -32603, message } = cause as { code?: number; message: string };
        throw { ...response, error: { code, message } };
      }
    },
  };
  return {
    provider,
    announce: signal => inject('LeatherProvider', provider, { id: 'LeatherProvider', name, icon }, signal),
    changed: () => {},
  };
}

/** Magic Eden: each method takes an unsecured JSON Web Token; a refusal is only a message. */
function createMagicEden(parts: ShapeParts): ShapedWallet {
  const { state, answer, name, icon } = parts;
  const call =
    <T>(method: string, schema: z.ZodMiniType<T>, run: (payload: T) => Promise<unknown>) =>
    async (token: string) => {
      const [, payload = ''] = token.split('.');
      const params = parsed(schema, JSON.parse(new TextDecoder().decode(base64.decodeUrl(payload))));
      return answer(method, params, true, () => run(params)).catch(
        (cause: { code?: number; message: string }) => {
          throw cause.code === 4001 ? new Error('User rejected request') : cause;
        },
      );
    };
  const network = z.object({ type: z.string() });
  const provider = {
    connect: call('connect', z.object({ network }), async ({ network: { type } }) => ({
      addresses: (await authorised(parts, type)).map(satsAccount),
    })),
    signMessage: call('signMessage', Message, async ({ address, message, protocol }) =>
      encoded(
        parts,
        await state.signMessage(address, message, protocol === 'ECDSA' ? 'ecdsa' : 'bip322'),
        'base64',
      ),
    ),
    signTransaction: call(
      'signTransaction',
      z.object({
        psbtBase64: z.string(),
        inputsToSign: z.array(z.object({ address: z.string(), signingIndexes: z.array(z.number()) })),
      }),
      async ({ psbtBase64, inputsToSign }) => {
        const inputs = inputsToSign.flatMap(one =>
          one.signingIndexes.map(index => ({ index, address: one.address })),
        );
        // It finalises what it signs.
        const signed = await state.signPsbt(base64.decode(psbtBase64), inputs, true);
        return { psbtBase64: encoded(parts, signed, 'base64') };
      },
    ),
    sendBtcTransaction: call(
      'sendBtcTransaction',
      z.object({
        senderAddress: z.string(),
        recipients: z.array(z.object({ address: z.string(), amountSats: z.string() })),
      }),
      async ({ senderAddress, recipients }) => {
        const [{ address: to, amountSats } = { address: '', amountSats: '0' }] = recipients;
        return pay(parts, await state.authorised(senderAddress), { to, amount: BigInt(amountSats) });
      },
    ),
  };
  const id = 'magicEden.bitcoin';
  return {
    provider,
    announce: signal => inject(id, provider, { id, name, icon }, signal),
    changed: () => {},
  };
}

const UNISAT_CHAINS: Readonly<Record<FakeBitcoinNetwork, string>> = {
  mainnet: 'BITCOIN_MAINNET',
  testnet4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
  regtest: 'BITCOIN_REGTEST',
};

/** Unisat, and OKX with its own way to connect and to pay: one account on one current network; PSBTs in hex. */
function createUnisat(parts: ShapeParts, isOkx: boolean): ShapedWallet {
  const { state, events, answer } = parts;
  const first = async () => (await state.accounts())[0];
  const shown = async () => (state.isAuthorised() ? [(await first()).address] : []);
  const chain = () => {
    const name = state.foreign() ?? UNISAT_CHAINS[state.network()];
    const words = name.split('_').map(word => word.charAt(0) + word.slice(1).toLowerCase());
    return { enum: name, name: words.join(' '), network: name.endsWith('_MAINNET') ? 'livenet' : 'testnet' };
  };
  const Options = z.object({ toSignInputs: z.array(z.object({ index: z.number(), address: z.string() })) });
  const shared = {
    getAccounts: () => answer('getAccounts', [], false, shown),
    getPublicKey: () => answer('getPublicKey', [], false, async () => hexOf((await first()).publicKey)),
    disconnect: () => answer('disconnect', [], false, async () => state.withdraw()),
    signMessage: (message: string, type: string) =>
      answer('signMessage', [message, type], true, async () => {
        const format = type === 'ecdsa' ? 'ecdsa' : 'bip322';
        return encoded(parts, await state.signMessage((await first()).address, message, format), 'base64');
      }),
    signPsbt: (psbt: string, options: unknown) =>
      answer('signPsbt', [psbt, options], true, async () =>
        encoded(
          parts,
          await state.signPsbt(fromHexText(psbt), parsed(Options, options).toSignInputs, false),
          'hex',
        ),
      ),
    on: (event: string, listener: () => void) => events.on(event, listener),
    removeListener: (event: string, listener: () => void) => events.off(event, listener),
  };
  const Order = z.object({ to: z.string(), value: z.string(), satBytes: z.optional(z.number()) });
  const okx = {
    ...shared,
    connect: () =>
      answer('connect', [], true, async () => {
        state.authorise();
        const { address, publicKey } = await first();
        return { address, publicKey: hexOf(publicKey) };
      }),
    send: (order: unknown) =>
      answer('send', [order], true, async () => {
        const { to, value, satBytes } = parsed(Order, order);
        const amount = BigInt(Math.round(Number(value) * 100_000_000));
        return { txhash: await pay(parts, await first(), { to, amount, feeRate: satBytes }) };
      }),
  };
  const unisat = {
    ...shared,
    requestAccounts: () =>
      answer('requestAccounts', [], true, async () => {
        state.authorise();
        return shown();
      }),
    getChain: () => answer('getChain', [], false, async () => chain()),
    switchChain: (name: string) =>
      answer('switchChain', [name], true, async () => {
        const wanted = state.networks().find(one => UNISAT_CHAINS[one] === name);
        if (!wanted) throw new WalletRpcError(4902, 'Unknown chain.');
        state.enterNetwork(wanted);
        events.emit('chainChanged', chain());
        return chain();
      }),
    sendBitcoin: (to: string, amount: number, { feeRate }: { feeRate?: number } = {}) =>
      answer('sendBitcoin', [to, amount, { feeRate }], true, async () =>
        pay(parts, await first(), { to, amount: BigInt(amount), feeRate }),
      ),
  };
  const provider = isOkx ? okx : unisat;
  return {
    provider,
    announce: signal => inject(isOkx ? 'okxwallet.bitcoin' : 'unisat', provider, undefined, signal),
    changed: accounts =>
      events.emit(
        'accountsChanged',
        accounts.slice(0, 1).map(({ address }) => address),
      ),
    ...(isOkx ? {} : { chainChanged: () => events.emit('chainChanged', chain()) }),
  };
}

export const bitcoinShapes: Readonly<Record<BitcoinShape, Shape>> = {
  standard: { create: createStandardBitcoin },
  xverse: { create: createXverse },
  leather: { create: createLeather },
  magicEden: { create: createMagicEden },
  unisat: { name: 'Unisat Wallet', create: parts => createUnisat(parts, false) },
  okx: { name: 'OKX Wallet', create: parts => createUnisat(parts, true) },
};
