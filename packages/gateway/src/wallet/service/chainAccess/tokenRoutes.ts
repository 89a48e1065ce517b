import { listTokensRequest, readHoldingsRequest, readTokenImageRequest } from 'latchkit/protocol';
import { answerImage } from '../../../platform/http/answerImage.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { readHoldings } from './holdings.js';

/**
 * Serves what a wallet holds, the tokens that approvals show by name, and their images, which the wallet page may load from its own
 * origin only.
 */
export function tokenCalls(
  parts: WalletParts,
  access: Pick<
    ProjectAccess,
    'tokensOf' | 'tokenImage' | 'chainIds' | 'holdingsOf' | 'smartAccountChains' | 'networkName'
  >,
): readonly CallHandler[] {
  const { allowances } = parts;
  const { tokensOf, tokenImage } = access;
  return [
    handle(readHoldingsRequest, ({ session, params, context }) =>
      readHoldings(parts, access, session, { id: params.id, gone: context.req.raw.signal }),
    ),
    handle(listTokensRequest, async ({ session, params }) => {
      await allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
      return { tokens: tokensOf(params.chainId) };
    }),
    handle(readTokenImageRequest, ({ params, context }) => answerImage(context, tokenImage(params.id))),
  ];
}
