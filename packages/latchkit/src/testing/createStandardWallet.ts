import type { SolanaWalletFaults } from './createFakeSolanaWallet.js';
import type { SolanaWalletState } from './createWalletState.js';
import type { ProviderEvents } from './FakeProvider.js';
import type { StandardWallet, WalletChange } from './StandardWallet.js';
import { runFeature, type SolanaFeature } from './solanaWalletFeatures.js';

/** Records a request, prompts the visitor if `asks` is set, and then runs it. */
export type Answer = <T>(method: string, params: unknown, asks: boolean, run: () => Promise<T>) => Promise<T>;

interface WalletParts {
  readonly name: string;
  readonly icon: StandardWallet['icon'];
  readonly state: SolanaWalletState;
  readonly events: ProviderEvents;
  readonly faults: { readonly current: SolanaWalletFaults };
  readonly answer: Answer;
}

/** Creates the object that a fake Solana wallet registers. Chains, accounts and features are read on every access. */
export function createStandardWallet(parts: WalletParts): StandardWallet {
  const { name, icon, state } = parts;
  const standard = standardFeatures(parts);
  return {
    version: '1.0.0',
    name,
    icon,
    get chains() {
      return state.chains();
    },
    get accounts() {
      return state.shown();
    },
    get features() {
      const solana = state.features().map(feature => [feature, solanaFeature(parts, feature)]);
      return { ...standard, ...Object.fromEntries(solana) };
    },
  };
}

function standardFeatures({ state, events, faults, answer }: WalletParts): StandardWallet['features'] {
  return {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input: { readonly silent?: boolean } = {}) => {
        const silent = input.silent === true;
        const asks = !silent && !state.isAuthorised();
        const accounts = async () => (silent && !state.isAuthorised() ? [] : state.authorise());
        return { accounts: await answer('standard:connect', input, asks, accounts) };
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        if (faults.current.silentRevoke) await new Promise<never>(() => {});
        await answer('standard:disconnect', {}, false, async () => state.withdraw());
        events.emit('change', { accounts: [] });
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (event: 'change', listener: (change: WalletChange) => void) => {
        events.on(event, listener);
        return () => events.off(event, listener);
      },
    },
  };
}

function solanaFeature({ state, answer }: WalletParts, feature: SolanaFeature): unknown {
  return {
    version: '1.0.0',
    ...(feature.endsWith('Transaction') && { supportedTransactionVersions: ['legacy', 0] }),
    [feature.slice('solana:'.length)]: (...inputs: readonly unknown[]) =>
      answer(feature, inputs, true, async () => {
        const outputs: unknown[] = [];
        for (const input of inputs) outputs.push(await runFeature[feature](state, input));
        return outputs;
      }),
  };
}
