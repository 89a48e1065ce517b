import { Hono } from 'hono';
import * as z from 'zod';
import { answerImage } from '../assets/routes.js';
import { sessionFor } from '../auth/routes.js';
import type { ListedTokens } from '../chain-data/listedTokens.js';
import type { CallerVariables, ProveCaller } from '../dpop/caller.js';
import { parseParams } from '../http/parseQuery.js';
import { WALLET_ALLOWANCES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

/** Path of a chain's tokens. */
export const tokenParams = z.object({ chainId: z.string().max(100) });

/** Path of a token's image. */
export const imageParams = z.object({ id: z.string().max(100) });

/**
 * `GET /v1/tokens/{chainId}`: the tokens that are known by name, which approvals name so. `GET /token-images/{id}`: their images,
 * which the wallet page may load from its own origin only.
 */
export function tokenRoutes(
  parts: WalletParts,
  prove: ProveCaller,
  tokens: ListedTokens,
): Hono<CallerVariables> {
  return new Hono<CallerVariables>()
    .get('/v1/tokens/:chainId', prove(), async context => {
      const { installationId } = await sessionFor(parts, context);
      const { chainId } = parseParams(context, tokenParams);
      await parts.allowances.take('rpc', installationId, WALLET_ALLOWANCES.chainCalls);
      return context.json({ tokens: tokens.of(chainId) });
    })
    .get('/token-images/:id', context =>
      answerImage(context, tokens.image(parseParams(context, imageParams).id)),
    );
}
