import { listTokensRequest, readTokenImageRequest } from 'latchkit/protocol';
import { answerImage } from '../../../platform/http/answerImage.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';

/**
 * Serves the tokens that approvals show by name, and their images, which the wallet page may load from its own origin only.
 */
export function tokenCalls(
  { allowances }: WalletParts,
  { tokensOf, tokenImage }: Pick<ProjectAccess, 'tokensOf' | 'tokenImage'>,
): readonly CallHandler[] {
  return [
    handle(listTokensRequest, async ({ session, params }) => {
      await allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
      return { tokens: tokensOf(params.chainId) };
    }),
    handle(readTokenImageRequest, ({ params, context }) => answerImage(context, tokenImage(params.id))),
  ];
}
