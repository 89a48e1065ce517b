import { createError } from '../../protocol/errors.js';
import { addressesOn, namespaceOfChain } from '../session/namespaceReads.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { walletConnectError } from '../walletConnectError.js';
import { askWallet, type ChainRequest, type ProviderContext } from './ProviderContext.js';
import { isWalletMethod } from './walletMethods.js';

/** Handles a request on a chain: from the session, by the wallet, or by a node. */
export async function requestOnChain(context: ProviderContext, request: ChainRequest): Promise<unknown> {
  const { chainId, method } = request;
  const { namespaces } = context.session();
  const namespace = namespaceOfChain(namespaces, chainId);
  if (!namespace) throw createError('CONNECT_FIRST', { context: { chainId } });
  const kind = chainId.slice(0, chainId.indexOf(':'));
  if (kind === 'eip155') {
    const known = await LOCAL.get(method)?.(context, request);
    if (known !== undefined) return known;
  }
  if (namespace.methods.includes(method)) return askWallet(context, request);
  if (!isWalletMethod(kind, method)) {
    const { rpcCall } = await loaded(import('./rpcCall.js'));
    return rpcCall(chainId, context.rpcUrl(chainId), request, request.signal ?? context.signal);
  }
  if (method === 'wallet_getCallsStatus') throw walletConnectError('WC_CALL_STATUS_NOT_APPROVED');
  throw new ProviderRpcError({ code: 4100, message: `The wallet has not approved ${method}.` });
}

/** Undefined: the session doesn't say. */
type Local = (context: ProviderContext, request: ChainRequest) => unknown;

const accounts: Local = (context, { chainId }) => addressesOn(context.session().namespaces, chainId);
const number = (chainId: string) => Number(chainId.slice(chainId.indexOf(':') + 1));

// Loaded on demand: few pages send batches.
const capabilities: Local = async (context, { chainId, params }) => {
  const { sessionCapabilities } = await loaded(import('./sessionCapabilities.js'));
  const session = context.session();
  const [address, chains]: readonly unknown[] = Array.isArray(params) ? params : [];
  const wanted = Array.isArray(chains) ? chains.map(String) : undefined;
  const own = typeof address === 'string' ? address : addressesOn(session.namespaces, chainId)[0];
  return own && sessionCapabilities(session, own, wanted);
};

// Loaded on demand: most visitors stay on the chain that they connected.
const switchChain: Local = async (context, request) => {
  const { switchEvmChain } = await loaded(import('./switchEvmChain.js'));
  return switchEvmChain(context, request);
};

/** Methods that the session itself can handle. */
const LOCAL: ReadonlyMap<string, Local> = new Map([
  ['eth_accounts', accounts],
  ['eth_requestAccounts', accounts],
  ['eth_chainId', (_, { chainId }) => `0x${number(chainId).toString(16)}`],
  ['net_version', (_, { chainId }) => `${number(chainId)}`],
  ['wallet_getCapabilities', capabilities],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_addEthereumChain', switchChain],
]);

/** @throws REQUEST_FAILED if the code fails to load; the next request retries. */
function loaded<T>(part: Promise<T>): Promise<T> {
  return part.catch((cause: unknown) => {
    throw createError('REQUEST_FAILED', { cause });
  });
}
