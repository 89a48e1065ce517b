import { putSealedMessageRequest, takeSealedMessageRequest } from 'latchkit/protocol';
import type { ClientAddress } from '../../../platform/http/clientAddress.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import type { SealedMessages } from './SealedMessages.js';

/**
 * Serves sealed messages between the wallet page and its window, for hosts whose opener policy separates the two. Storing one
 * requires a DPoP proof; taking one requires only its id, which appears only in the window's URL fragment. `letter` is the
 * wire name.
 */
export function mailboxCalls(
  { allowances }: WalletParts,
  sealedMessages: SealedMessages,
  address: ClientAddress,
): readonly CallHandler[] {
  const { sealedMessagesOfInstallation, sealedMessagesOfNetwork, mailboxReadsOfNetwork } = WALLET_ALLOWANCES;
  return [
    handle(putSealedMessageRequest, async ({ caller: { jkt, network }, params, body }) => {
      await allowances.take('letter', jkt, sealedMessagesOfInstallation);
      await allowances.take('letter network', network, sealedMessagesOfNetwork);
      if (!(await sealedMessages.put(params.id, body.ct, WALLET_TIMES.sealedMessage)))
        throw walletError('LETTER_EXISTS');
      return {};
    }),
    handle(takeSealedMessageRequest, async ({ params, context }) => {
      await allowances.take('letter look', address(context), mailboxReadsOfNetwork);
      return { ct: await sealedMessages.take(params.id) };
    }),
  ];
}
