import { approvedChains, namespaceOfChain } from '../session/namespaceReads.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { walletConnectError } from '../walletConnectError.js';
import { guards } from '../wire/guards.js';
import { askWallet, type ChainRequest, type ProviderContext } from './ProviderContext.js';

const { listOf, matching, shape } = guards;
const isTarget = listOf(shape({ chainId: matching(/^0x[0-9a-f]{1,13}$/i) }), 2);

/** Makes a chain the current one of its namespace and emits the change. Chains that are not approved are ignored. */
export function chooseChain({ chains, teller, ...context }: ProviderContext, chainId: string): void {
  const session = context.session();
  chains.choose(session, chainId);
  teller.tell(session);
}

/**
 * wallet_switchEthereumChain (EIP-3326) and wallet_addEthereumChain (EIP-3085). Switching to a chain of the session is
 * local: every request names its chain. For other chains the wallet is asked, if it approved adding chains.
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
    await askWallet(context, request);
  }
  if (method === 'wallet_switchEthereumChain') chooseChain(context, chainId);
  return null;
}
