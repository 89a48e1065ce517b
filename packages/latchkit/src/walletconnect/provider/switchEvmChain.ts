import { approvedChains, namespaceOfChain } from '../session/namespaceReads.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { walletConnectError } from '../walletConnectError.js';
import { guards } from '../wire/guards.js';
import { askWallet, type ChainRequest, type ProviderContext } from './ProviderContext.js';

const { listOf, matching, shape } = guards;
const isTarget = listOf(shape({ chainId: matching(/^0x[0-9a-f]{1,13}$/i) }), 2);

/** Makes a chain the current one of its namespace, and says so. One that is not approved stays unchosen. */
export function chooseChain({ chains, teller, ...context }: ProviderContext, chainId: string): void {
  const session = context.session();
  chains.choose(session, chainId);
  teller.tell(session);
}

/**
 * wallet_switchEthereumChain (EIP-3326) and wallet_addEthereumChain (EIP-3085). A chain of the session is switched to
 * here: every request names its chain, and no wallet has to be asked. For another the wallet is asked, when it allows that.
 *
 * @throws ProviderRpcError 4902 the wallet can add the chain, and has to be asked to first; WC_SWITCH_NOT_APPROVED [ERR-68]
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
    // Alone it would switch a wallet to where this page may ask nothing.
    if (!canAdd) throw walletConnectError('WC_SWITCH_NOT_APPROVED', { context: { chainId } });
    await askWallet(context, request);
  }
  if (method === 'wallet_switchEthereumChain') chooseChain(context, chainId);
  return null;
}
