import { type FramePayload, frameError, isEvmAddress } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { ChainReader } from '../chains/createChainReader.js';
import { answerCallsStatus } from '../smartAccount/answerCallsStatus.js';
import type { ActiveAccount } from '../smartAccount/createActiveAccounts.js';
import type { Operations } from '../smartAccount/createOperations.js';

type RpcRequest = FramePayload<'RPC_REQUEST'>;

/** What is needed to respond to a read-only request. */
export interface ReadParts {
  readonly reader: ChainReader;
  readonly operations: Operations;
  /** The user's EVM account that is active with a chain; undefined if no user is signed in. */
  readonly account: (chainId: string) => ActiveAccount | undefined;
}

/**
 * Responds to a method that needs no approval: from the wallet's own state if possible, otherwise from the chain.
 *
 * @throws frameError NOT_CONNECTED; REJECTED the request is about another account; UNSUPPORTED_METHOD; INTERNAL, TIMEOUT,
 * ABORTED.
 */
export async function answerRead(
  { reader, operations, account }: ReadParts,
  { method, params = [], chainId }: RpcRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const own = account(chainId)?.address;
  if (method === 'eth_accounts') return own === undefined ? [] : [own];
  if (method === 'eth_chainId') return hexOf(chainId);
  if (own === undefined) throw frameError('NOT_CONNECTED');
  switch (method) {
    case 'wallet_getCapabilities':
      return capabilities(params, own, { account, chainId });
    case 'wallet_getAssets':
      return assets(reader, params, own, chainId, signal);
    case 'wallet_getCallsStatus':
      return answerCallsStatus(operations, reader, String(Array.isArray(params) ? params[0] : ''), signal);
    default:
      return reader.request(chainId, method, params, signal);
  }
}

const capabilityParams = z.union([z.tuple([z.string()]), z.tuple([z.string(), z.array(z.string())])]);

interface CapabilityContext extends Pick<ReadParts, 'account'> {
  readonly chainId: string;
}

/** EIP-5792 capabilities of the requested chains, by default of the request's: only the smart account runs calls as one. */
function capabilities(params: unknown, own: string, { account, chainId }: CapabilityContext): unknown {
  const [address, chains = [hexOf(chainId)]] = z.parse(capabilityParams, params);
  refuseOthers(address, own);
  return Object.fromEntries(
    chains.map(chain => {
      const isSmart = account(`eip155:${BigInt(chain)}`)?.type === 'smartAccount';
      return [
        chain,
        isSmart
          ? { atomic: { status: 'supported' }, paymasterService: { supported: true } }
          : { atomic: { status: 'unsupported' } },
      ];
    }),
  );
}

const assetParams = z.tuple([
  z.object({
    account: z.string(),
    assetFilter: z.optional(
      z.record(z.string(), z.array(z.object({ address: z.string(), type: z.string() }))),
    ),
    assetTypeFilter: z.optional(z.array(z.string())),
    chainFilter: z.optional(z.array(z.string())),
  }),
]);

/**
 * ERC-7811, as far as a node alone can supply it: the native asset and the tokens that the request names, only on the request's
 * chain. Other chains are left out.
 */
async function assets(
  reader: ChainReader,
  params: unknown,
  own: string,
  chainId: string,
  signal: AbortSignal,
): Promise<unknown> {
  const parsed = z.safeParse(assetParams, params);
  if (!parsed.success) throw frameError('BAD_MESSAGE');
  const [{ account, assetFilter, assetTypeFilter, chainFilter }] = parsed.data;
  refuseOthers(account, own);
  const chain = hexOf(chainId);
  if (chainFilter && !chainFilter.includes(chain)) return {};
  const wanted = (assetFilter ? (assetFilter[chain] ?? []) : [{ address: 'native', type: 'native' }]).filter(
    ({ type }) => assetTypeFilter?.includes(type) ?? true,
  );
  const balances = wanted.map(async ({ address, type }) => {
    if (type === 'native') {
      const balance = await reader.request(chainId, 'eth_getBalance', [own, 'latest'], signal);
      return { address: 'native', type, balance };
    }
    if (type !== 'erc20' || !isEvmAddress(address)) return undefined;
    const call = { to: address, data: `0x70a08231${own.slice(2).toLowerCase().padStart(64, '0')}` };
    const balance = await reader.request(chainId, 'eth_call', [call, 'latest'], signal);
    return { address, type, balance: toQuantity(balance) };
  });
  return { [chain]: (await Promise.all(balances)).filter(one => one !== undefined) };
}

/** Converts a 32-byte balance to a hex quantity; an address without code has a balance of zero. */
function toQuantity(data: unknown): string {
  return typeof data === 'string' && /^0x[0-9a-f]{1,64}$/i.test(data)
    ? `0x${BigInt(data).toString(16)}`
    : '0x0';
}

function refuseOthers(address: string, own: string): void {
  if (address.toLowerCase() !== own.toLowerCase()) throw frameError('REJECTED');
}

/** The EIP-155 chain number, in hex. */
function hexOf(chainId: string): string {
  return `0x${BigInt(chainId.split(':')[1] ?? '').toString(16)}`;
}
