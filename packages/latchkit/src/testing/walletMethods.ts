import { z } from 'zod/mini';
import { chainRequest } from './chainRequest.js';
import type { ProviderEvents } from './FakeProvider.js';
import type { FakeSigner } from './fakeSigner.js';
import type { PermissionRecord } from './PermissionRecord.js';
import type { WalletFaults } from './WalletFaults.js';
import { WalletRpcError } from './WalletRpcError.js';

/** The context of a fake wallet's methods. */
export interface WalletContext {
  readonly permissions: PermissionRecord;
  readonly events: ProviderEvents;
  readonly faults: { readonly current: WalletFaults };
  signer(): Promise<FakeSigner>;
  /** Addresses that an authorized page sees, the active one first. */
  exposed(): Promise<readonly string[]>;
  /** Returns the RPC URL of a chain that the wallet knows. */
  urlOf(chainId: number): string | undefined;
  /** Batches of wallet_sendCalls: hashes by batch id. */
  readonly batches: Map<string, { chainId: number; hashes: readonly string[] }>;
}

/** A method: whether it prompts the visitor, and what it does. */
export interface WalletMethod {
  asks(context: WalletContext): boolean;
  run(context: WalletContext, params: unknown): Promise<unknown>;
}

const always = () => true;
const never = () => false;
const unlessAuthorised = (context: WalletContext) => !context.permissions.state.authorised;

const Transaction = z.object({
  from: z.string(),
  to: z.optional(z.string()),
  value: z.optional(z.string()),
  data: z.optional(z.string()),
  gas: z.optional(z.string()),
});
const ChainParameter = z.tuple([z.object({ chainId: z.string() })]);
const AddedChain = z.tuple([
  z.object({ chainId: z.string(), chainName: z.string(), rpcUrls: z.array(z.string()) }),
]);
const Calls = z.tuple([
  z.object({
    from: z.optional(z.string()),
    chainId: z.string(),
    atomicRequired: z.optional(z.boolean()),
    calls: z.array(
      z.object({ to: z.optional(z.string()), value: z.optional(z.string()), data: z.optional(z.string()) }),
    ),
  }),
]);

/** Parses parameters; throws -32602 if they are invalid. */
function parsed<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const result = schema.safeParse(params);
  if (!result.success) throw new WalletRpcError(-32602, 'Invalid parameters.');
  return result.data;
}

/** Returns the account to use if the page is authorized; throws 4100 otherwise. */
async function authorised(context: WalletContext, address: string | undefined): Promise<string> {
  const exposed = context.permissions.state.authorised ? await context.exposed() : [];
  const match = exposed.find(one => address === undefined || one.toLowerCase() === address.toLowerCase());
  if (!match) throw new WalletRpcError(4100, 'The page is not authorised to use this account.');
  return match;
}

const hex = (value: number) => `0x${value.toString(16)}`;

function moveTo(context: WalletContext, chainId: number): void {
  if (context.faults.current.ignoreSwitch || chainId === context.permissions.state.chainId) return;
  context.permissions.update({ chainId });
  if (!context.faults.current.silentSwitch) context.events.emit('chainChanged', hex(chainId));
}

function currentChain(context: WalletContext): { id: number; url: string } {
  const id = context.permissions.state.chainId;
  const url = context.urlOf(id);
  if (!url) throw new WalletRpcError(4901, `The wallet has no connection to chain ${id}.`);
  return { id, url };
}

async function sendCalls(context: WalletContext, params: unknown): Promise<{ id: string }> {
  const [batch] = parsed(Calls, params);
  if (batch.atomicRequired && batch.calls.length > 1) {
    throw new WalletRpcError(5760, 'The wallet cannot run calls atomically.');
  }
  const chainId = Number(batch.chainId);
  const url = context.urlOf(chainId);
  if (!url) throw new WalletRpcError(5710, `The wallet does not know chain ${chainId}.`);
  const from = await authorised(context, batch.from);
  const signer = await context.signer();
  const hashes: string[] = [];
  for (const call of batch.calls) {
    // The gas of a call is estimated after the one before it.
    const previous = hashes.at(-1);
    if (previous) await untilMined(url, previous);
    hashes.push(await signer.sendTransaction(from, { id: chainId, url }, call));
  }
  const id = `0x${crypto.randomUUID().replaceAll('-', '')}`;
  context.batches.set(id, { chainId, hashes });
  return { id };
}

/** Milliseconds between looks for a receipt, and how many there are at most. */
const LOOK_MS = 50;
const LOOKS = 600;

/** Waits until a transaction is mined, at most 30 s. */
async function untilMined(url: string, hash: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (await chainRequest(url, 'eth_getTransactionReceipt', [hash])) return;
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
}

async function callsStatus(context: WalletContext, params: unknown): Promise<unknown> {
  const [id] = parsed(z.tuple([z.string()]), params);
  const batch = context.batches.get(id);
  const url = batch && context.urlOf(batch.chainId);
  if (!batch || !url) throw new WalletRpcError(5730, 'The wallet does not know this batch.');
  const receipts = await Promise.all(
    batch.hashes.map(hash => chainRequest(url, 'eth_getTransactionReceipt', [hash])),
  );
  const pending = receipts.some(receipt => !receipt);
  const failed = receipts.some(receipt => (receipt as { status?: string } | null)?.status === '0x0');
  return {
    version: '2.0.0',
    id,
    chainId: hex(batch.chainId),
    atomic: false,
    status: pending ? 100 : failed ? 600 : 200,
    receipts: pending ? [] : receipts,
  };
}

/** The methods of a fake wallet; other `eth_` reads are sent to the chain. */
export const walletMethods: Readonly<Record<string, WalletMethod>> = {
  eth_requestAccounts: {
    asks: unlessAuthorised,
    run: async context => {
      context.permissions.update({ authorised: true });
      return context.exposed();
    },
  },
  eth_accounts: {
    asks: never,
    run: async context => (context.permissions.state.authorised ? context.exposed() : []),
  },
  eth_chainId: {
    asks: never,
    run: async context => hex(context.faults.current.wrongChain ?? context.permissions.state.chainId),
  },
  personal_sign: {
    asks: always,
    run: async (context, params) => {
      const [message, address] = parsed(z.tuple([z.string(), z.string()], z.unknown()), params);
      return (await context.signer()).signMessage(await authorised(context, address), message as string);
    },
  },
  eth_signTypedData_v4: {
    asks: always,
    run: async (context, params) => {
      const [address, typedData] = parsed(z.tuple([z.string(), z.unknown()]), params);
      return (await context.signer()).signTypedData(await authorised(context, address), typedData);
    },
  },
  eth_sendTransaction: {
    asks: always,
    run: async (context, params) => {
      const [transaction] = parsed(z.tuple([Transaction]), params);
      const from = await authorised(context, transaction.from);
      return (await context.signer()).sendTransaction(from, currentChain(context), transaction);
    },
  },
  wallet_switchEthereumChain: {
    asks: never,
    run: async (context, params) => {
      const chainId = Number(parsed(ChainParameter, params)[0].chainId);
      const { unknownChain } = context.faults.current;
      if ((unknownChain && !context.permissions.state.added[chainId]) || !context.urlOf(chainId)) {
        const message = `Unrecognized chain ID "${hex(chainId)}".`;
        if (unknownChain === 'nested') {
          throw new WalletRpcError(-32603, 'Internal error.', { originalError: { code: 4902, message } });
        }
        throw new WalletRpcError(4902, message);
      }
      moveTo(context, chainId);
      return null;
    },
  },
  wallet_addEthereumChain: {
    asks: always,
    run: async (context, params) => {
      const [chain] = parsed(AddedChain, params);
      const [url] = chain.rpcUrls;
      if (!url) throw new WalletRpcError(-32602, 'rpcUrls is empty.');
      const added = { ...context.permissions.state.added, [Number(chain.chainId)]: url };
      context.permissions.update({ added });
      moveTo(context, Number(chain.chainId));
      return null;
    },
  },
  wallet_requestPermissions: {
    asks: always,
    run: async context => {
      context.permissions.update({ authorised: true });
      return permissionsOf(await context.exposed());
    },
  },
  wallet_getPermissions: {
    asks: never,
    run: async context =>
      context.permissions.state.authorised ? permissionsOf(await context.exposed()) : [],
  },
  wallet_revokePermissions: {
    asks: never,
    run: async context => {
      context.permissions.update({ authorised: false });
      context.events.emit('accountsChanged', []);
      return null;
    },
  },
  wallet_getCapabilities: {
    asks: never,
    run: async (context, params) => {
      const [address] = parsed(z.tuple([z.string()], z.unknown()), params);
      await authorised(context, address as string);
      const chainId = context.permissions.state.chainId;
      return { [hex(chainId)]: { atomic: { status: 'unsupported' } } };
    },
  },
  wallet_sendCalls: { asks: always, run: sendCalls },
  wallet_getCallsStatus: { asks: never, run: callsStatus },
};

function permissionsOf(accounts: readonly string[]): unknown {
  return [
    { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] },
  ];
}
