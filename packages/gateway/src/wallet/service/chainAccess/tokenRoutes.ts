import {
  listAccountNamesRequest,
  listTokensRequest,
  readHoldingsRequest,
  readTokenImageRequest,
  smartAccountAddress,
} from 'latchkit/protocol';
import { answerImage } from '../../../platform/http/answerImage.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { walletOf } from '../custody/wallets.js';
import { readHoldings } from './holdings.js';

/**
 * Serves what a wallet holds, the names of its accounts, the tokens that approvals show by name, and their images, which the wallet page may load from its own
 * origin only.
 */
export function tokenCalls(
  parts: WalletParts,
  access: Pick<
    ProjectAccess,
    'tokensOf' | 'tokenImage' | 'chainIds' | 'holdingsOf' | 'smartAccountChains' | 'networkName' | 'nameOf'
  >,
): readonly CallHandler[] {
  const { allowances, store } = parts;
  const { tokensOf, tokenImage } = access;
  return [
    handle(readHoldingsRequest, ({ session, params, context }) =>
      readHoldings(parts, access, session, { id: params.id, gone: context.req.raw.signal }),
    ),
    handle(listAccountNamesRequest, async ({ session }) => {
      await allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
      const wallet = await walletOf(store, store.database, session.userId);
      if (!wallet) throw walletError('WALLET_NOT_FOUND');
      const addresses = [wallet.evm, smartAccountAddress(wallet.owner)];
      const names = await Promise.all(
        addresses.map(async address => ({ address, name: await access.nameOf(address) })),
      );
      return { names: names.flatMap(({ address, name }) => (name === undefined ? [] : [{ address, name }])) };
    }),
    handle(listTokensRequest, async ({ session, params }) => {
      await allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
      return { tokens: tokensOf(params.chainId) };
    }),
    handle(readTokenImageRequest, ({ params, context }) => answerImage(context, tokenImage(params.id))),
  ];
}
