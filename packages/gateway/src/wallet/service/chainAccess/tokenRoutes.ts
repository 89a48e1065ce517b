import { listTokensRequest, readTokenImageRequest } from 'latchkit/protocol';
import { answerImage } from '../../../assets/routes.js';
import type { ListedTokens } from '../../../chain-data/listedTokens.js';
import type { CallHandler } from '../../../http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';

/**
 * Serves the tokens that approvals show by name, and their images, which the wallet page may load from its own origin only.
 */
export function tokenCalls({ allowances }: WalletParts, tokens: ListedTokens): readonly CallHandler[] {
  return [
    handle(listTokensRequest, async ({ session, params }) => {
      await allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
      return { tokens: tokens.of(params.chainId) };
    }),
    handle(readTokenImageRequest, ({ params, context }) => answerImage(context, tokens.image(params.id))),
  ];
}
