import {
  openMailboxRequest,
  putSealedMessageRequest,
  registerMailboxRequest,
  takeSealedMessageRequest,
} from 'latchkit/protocol';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { type Caller, findProjectOf, shownNameOf } from '../../shared/proveCaller.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { takeOfNetwork } from '../auth/takeOfNetwork.js';
import { endOfMailbox, openMailbox, registerMailbox } from './mailboxes.js';
import type { SealedMessages } from './SealedMessages.js';

/**
 * Serves mailboxes of sealed messages between the wallet page and its window, for hosts whose opener policy separates the two. One
 * is of the installation that registers it and of the key that opens it first. The window learns from here, not from the messages,
 * which page it is for. `letter` is the wire name of a message.
 */
export function mailboxCalls(
  parts: WalletParts,
  findProject: ProjectAccess['findProject'],
  sealedMessages: SealedMessages,
): readonly CallHandler[] {
  const { store, allowances } = parts;
  const { mailboxesOfInstallation, mailboxesOfNetwork, mailboxReadsOfNetwork } = WALLET_ALLOWANCES;
  const { sealedMessagesOfInstallation, sealedMessagesOfNetwork } = WALLET_ALLOWANCES;
  /** Looks into a mailbox of one's own take nothing from others in the network. */
  const countLook = ({ jkt, network }: Caller, isOwn: boolean) =>
    isOwn
      ? allowances.take('letter look of key', jkt, mailboxReadsOfNetwork)
      : allowances.take('letter look', network, mailboxReadsOfNetwork);
  return [
    handle(registerMailboxRequest, async ({ caller, body }) => {
      await allowances.take('mailbox', caller.jkt, mailboxesOfInstallation);
      await takeOfNetwork(parts, caller, 'mailbox network', mailboxesOfNetwork);
      const outcome = await registerMailbox(store, caller, body.id);
      if (outcome === 'unknown') throw walletError('PAGE_UNKNOWN');
      if (outcome === 'exists') throw walletError('LETTER_EXISTS');
      return {};
    }),
    handle(openMailboxRequest, async ({ caller, params }) => {
      const page = await openMailbox(store, caller, params.id);
      await countLook(caller, page !== 'taken' && page !== undefined);
      if (page === 'taken') throw walletError('LETTER_REFUSED');
      if (page === undefined) return {};
      const project = await findProjectOf(findProject, page.projectId, page.hostOrigin);
      return { page: { ...page, projectName: shownNameOf(project, page.hostOrigin) } };
    }),
    handle(putSealedMessageRequest, async ({ caller, params: { id, number }, body }) => {
      await allowances.take('letter', caller.jkt, sealedMessagesOfInstallation);
      const end = await endOfMailbox(store, caller, id);
      if (end === undefined) throw walletError('LETTER_REFUSED');
      await takeOfNetwork(parts, caller, 'letter network', sealedMessagesOfNetwork);
      const isStored = await sealedMessages.put(
        `${id}/${end}/${number}`,
        body.ct,
        WALLET_TIMES.sealedMessage,
      );
      if (!isStored) throw walletError('LETTER_EXISTS');
      return {};
    }),
    handle(takeSealedMessageRequest, async ({ caller, params: { id, number } }) => {
      const end = await endOfMailbox(store, caller, id);
      if (end === undefined) {
        await countLook(caller, false);
        throw walletError('LETTER_REFUSED');
      }
      await countLook(caller, true);
      const other = end === 'frame' ? 'window' : 'frame';
      return { ct: await sealedMessages.take(`${id}/${other}/${number}`) };
    }),
  ];
}
