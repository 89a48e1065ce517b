import { z } from 'zod/mini';
import type { ShapedWallet, ShapeParts } from './bitcoinShapes.js';
import type { BitcoinKeyAccount, FakeBitcoinNetwork } from './fakeBitcoinSigner.js';
import { registerWallet } from './registerWallet.js';
import { WalletRpcError } from './WalletRpcError.js';

const Account = z.object({ address: z.string() });
const Bytes = z.instanceof(Uint8Array);
const MessageInput = z.object({ account: Account, message: Bytes });
const PsbtInput = z.object({
  psbt: Bytes,
  inputsToSign: z.array(z.object({ account: Account, signingIndexes: z.array(z.number()) })),
});
const TransferInput = z.object({
  account: Account,
  recipient: z.string(),
  amount: z.number(),
  feeRate: z.optional(z.number()),
});

function parsed<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (!result.success) throw new WalletRpcError(-32602, 'Invalid parameters.');
  return result.data;
}

/** A wallet of Wallet Standard with Bitcoin's features: bytes in and out, accounts of all its networks at once. */
export function createStandardBitcoin(parts: ShapeParts): ShapedWallet {
  const { name, icon, state, events, answer, faults } = parts;
  const toAccount = (network: FakeBitcoinNetwork) => (account: BitcoinKeyAccount) => ({
    address: account.address,
    publicKey: account.publicKey,
    chains: [`bitcoin:${network}`],
    features: ['bitcoin:signMessage', 'bitcoin:signPsbt'],
  });
  const shown = () => {
    const accounts = state.networks().flatMap(network => state.shown(network).map(toAccount(network)));
    return faults.current.ordinalFirst ? [...accounts].reverse() : accounts;
  };
  const feature = <T>(id: string, schema: z.ZodMiniType<T>, run: (input: T) => Promise<unknown>) => ({
    version: '1.0.0',
    [id.slice('bitcoin:'.length)]: (...inputs: readonly unknown[]) =>
      answer(id, inputs, true, async () => {
        const outputs: unknown[] = [];
        for (const input of inputs) outputs.push(await run(parsed(schema, input)));
        return outputs;
      }),
  });
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: ({ silent = false }: { readonly silent?: boolean } = {}) =>
        answer('standard:connect', { silent }, !silent && !state.isAuthorised(), async () => {
          if (!silent) state.authorise();
          await state.accounts();
          return { accounts: shown() };
        }),
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        await answer('standard:disconnect', {}, false, async () => state.withdraw());
        events.emit('change', { accounts: [] });
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (event: string, listener: () => void) => {
        events.on(event, listener);
        return () => events.off(event, listener);
      },
    },
    'bitcoin:signMessage': feature('bitcoin:signMessage', MessageInput, async ({ account, message }) => ({
      signedMessage: message,
      signature: await state.signMessage(account.address, new TextDecoder().decode(message), 'bip322'),
    })),
    'bitcoin:signPsbt': feature('bitcoin:signPsbt', PsbtInput, async ({ psbt, inputsToSign }) => {
      const inputs = inputsToSign.flatMap(({ account, signingIndexes }) =>
        signingIndexes.map(index => ({ index, address: account.address })),
      );
      return { signedPsbt: await state.signPsbt(psbt, inputs, false) };
    }),
    'bitcoin:sendTransfer': feature('bitcoin:sendTransfer', TransferInput, async order => {
      if (!state.send) throw new WalletRpcError(4200, 'The wallet cannot send.');
      const from = await state.authorised(order.account.address);
      const { recipient: to, amount, feeRate } = order;
      return { txid: await state.send({ from, to, amount: BigInt(amount), feeRate }) };
    }),
  };
  const provider = {
    version: '1.0.0',
    name,
    icon,
    get chains() {
      return state.networks().map(network => `bitcoin:${network}`);
    },
    features,
    get accounts() {
      return shown();
    },
  };
  return {
    provider,
    announce: signal => registerWallet(provider, signal),
    changed: accounts => events.emit('change', { accounts: accounts.length > 0 ? shown() : [] }),
  };
}
