import { Hono } from 'hono';
import { mailboxBody, mailboxId } from 'latchkit/protocol';
import * as z from 'zod';
import type { CallerVariables, ProveCaller } from '../dpop/caller.js';
import type { ClientAddress } from '../http/clientAddress.js';
import { parseBody } from '../http/parseBody.js';
import { parseParams } from '../http/parseQuery.js';
import type { LetterBox } from '../ports/LetterBox.js';
import { walletError } from './walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

/** Where the wallet page and its window leave letters; the id of the box follows. */
export const MAILBOX_PATH = '/v1/mailbox/';

/** Path of the mailbox. */
export const boxParams = z.object({ id: mailboxId });

/**
 * `PUT` and `GET /v1/mailbox/{id}`: sealed letters between the wallet page and its window, where the host page's opener policy
 * keeps the two apart. Leaving one takes the proof of a key, taking it the id, which stands in the window's fragment alone.
 */
export function mailboxRoutes(
  { allowances }: WalletParts,
  prove: ProveCaller,
  letters: LetterBox,
  address: ClientAddress,
): Hono<CallerVariables> {
  const { lettersOfInstallation, lettersOfNetwork, letterLooksOfNetwork } = WALLET_ALLOWANCES;
  return new Hono<CallerVariables>()
    .put(`${MAILBOX_PATH}:id`, prove(), async context => {
      const { id } = parseParams(context, boxParams);
      const { ct } = await parseBody(context, mailboxBody);
      const { jkt, network } = context.var.caller;
      await allowances.take('letter', jkt, lettersOfInstallation);
      await allowances.take('letter network', network, lettersOfNetwork);
      if (!(await letters.put(id, ct, WALLET_TIMES.letter))) throw walletError('LETTER_EXISTS');
      return context.json({});
    })
    .get(`${MAILBOX_PATH}:id`, async context => {
      const { id } = parseParams(context, boxParams);
      await allowances.take('letter look', address(context), letterLooksOfNetwork);
      return context.json({ ct: await letters.take(id) });
    });
}
