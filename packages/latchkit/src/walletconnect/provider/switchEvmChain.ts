import { approvedChains, namespaceOfChain } from '../session/namespaceReads.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import { chooseChain } from './chooseChain.js';
import { askWallet, type ChainRequest, type ProviderContext } from './ProviderContext.js';

const { listOf, matching, shape } = guards;
const isTarget = listOf(shape({ chainId: matching(/^0x[0-9a-f]{1,13}$/i) }), 2);

/**
 * wallet_switchEthereumChain (EIP-3326) and wallet_addEthereumChain (EIP-3085). Switching to a chain of the session is
 * local: every request names its chain. For other chains the wallet is asked, if it approved adding chains, and has a minute.
 *
 * @throws ProviderRpcError 4902 the wallet can add the chain and must be asked to first; WC_SWITCH_NOT_APPROVED
 */
export async function switchEvmChain(context: ProviderContext, request: ChainRequest): Promise<null> {
  const { method, params } = request;
  const target = isTarget(params) ? params[0] : undefined;
  if (!target) throw new ProviderRpcError({ code: -32602, message: 'Expected a chain id in hexadecimals.' });
  const chainId = `eip155:${Number.parseInt(target.chainId, 16)}`;
  const { namespaces } = context.session();
  if (!approvedChains(namespaces).includes(chainId)) {
    const methods = namespaceOfChain(namespaces, request.chainId)?.methods ?? [];
    const canAdd = methods.includes('wallet_addEthereumChain');
    if (!methods.includes(method)) {
      throw canAdd
        ? new ProviderRpcError({ code: 4902, message: `Unrecognized chain ${chainId}: it has to be added.` })
        : walletConnectError('WC_SWITCH_NOT_APPROVED', { context: { chainId } });
    }
    // Switching alone would move the wallet to a chain on which this page may request nothing.
    if (!canAdd) throw walletConnectError('WC_SWITCH_NOT_APPROVED', { context: { chainId } });
    await askToSwitch(context, request, chainId);
  }
  if (method === 'wallet_switchEthereumChain') chooseChain(context, chainId);
  return null;
}

/**
 * Asks the wallet for a chain. Some wallets approve these methods and never answer them, or approve the chain without an answer.
 */
async function askToSwitch(context: ProviderContext, request: ChainRequest, chainId: string): Promise<void> {
  const { client } = context;
  const { topic } = context.session();
  const end = new AbortController();
  let isApproved = false;
  const details = 'The wallet did not answer within a minute.';
  const expire = () =>
    end.abort(walletConnectError('WC_SWITCH_NOT_APPROVED', { details, context: { chainId } }));
  const timer = setTimeout(expire, walletConnectTimes.oneMinute * 1_000);
  const stop = client.on('session_update', ({ session }) => {
    isApproved ||= session.topic === topic && approvedChains(session.namespaces).includes(chainId);
    if (isApproved) end.abort();
  });
  const onAbort = () => end.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await askWallet(context, { ...request, signal: end.signal });
  } catch (error) {
    if (!isApproved) throw error;
  } finally {
    clearTimeout(timer);
    stop();
    request.signal?.removeEventListener('abort', onAbort);
  }
}
