import { readBalancesRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import { type TokenIcon, withIcon } from '../tokens/TokenIcon.js';
import type { Balances } from './balances.js';

/** What an account holds. */
export function balanceCalls(balances: Balances, icon: TokenIcon): readonly CallHandler[] {
  return [
    handle(readBalancesRequest, async ({ params, query: { chainId, currency, forceUpdate }, context }) => {
      const force = forceUpdate !== undefined && forceUpdate !== 'false';
      const held = await balances.of({ ...params, chainId, currency, force }, context.req.raw.signal);
      return { balances: held.map(one => withIcon(one, icon(one.symbol, context))) };
    }),
  ];
}
