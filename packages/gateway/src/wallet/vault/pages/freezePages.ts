import { Hono } from 'hono';
import { inspectFreezeCall, useFreezeCall } from 'latchkit/protocol';
import type { MailTextKey } from '../../shared/mail/locales/en.js';
import { answerLinkPage, heading, type LinkPage, linkPageRequest, type PageText } from './linkPage.js';

const question = (title: MailTextKey, body: MailTextKey, action: MailTextKey) => (text: PageText) =>
  `${heading('warning', text(title), text(body))}
<p class="note">${text('freezeNote')}</p>
<div class="stack"><button id="freeze" class="stop" type="button" data-decision="{}" disabled>${text(action)}</button></div>`;

const FREEZE: LinkPage = {
  title: 'freezeTitle',
  look: inspectFreezeCall.path,
  decide: useFreezeCall.path,
  question: question('freezeTitle', 'freezeQuestion', 'freezeAction'),
  endings: {
    frozen: { mark: 'done', title: 'freezeDoneTitle', body: 'freezeDone' },
    invalid: { mark: 'clock', title: 'pageInvalidTitle', body: 'freezeInvalid' },
  },
};

const REVERT: LinkPage = {
  ...FREEZE,
  title: 'revertTitle',
  question: question('revertTitle', 'revertQuestion', 'revertAction'),
  endings: { ...FREEZE.endings, reverted: { mark: 'done', title: 'revertDoneTitle', body: 'revertDone' } },
};

const UNLINK: LinkPage = {
  ...FREEZE,
  title: 'unlinkTitle',
  question: question('unlinkTitle', 'unlinkQuestion', 'unlinkAction'),
  endings: { ...FREEZE.endings, reverted: { mark: 'done', title: 'unlinkDoneTitle', body: 'unlinkDone' } },
};

const RESTORE: LinkPage = {
  ...FREEZE,
  title: 'restoreTitle',
  question: question('restoreTitle', 'restoreQuestion', 'restoreAction'),
  endings: { ...FREEZE.endings, reverted: { mark: 'done', title: 'restoreDoneTitle', body: 'restoreDone' } },
};

const FREEZE_PAGE = linkPageRequest('/freeze', 'Page of the link that freezes a wallet');
const REVERT_PAGE = linkPageRequest('/revert', 'Page of the link that reverts a change of the address');

const UNLINK_PAGE = linkPageRequest('/unlink', 'Page of the link that removes an added login');
const RESTORE_PAGE = linkPageRequest('/restore', 'Page of the link that restores a removed login');

/** The request records of these pages. */
export const FREEZE_PAGES = [FREEZE_PAGE, REVERT_PAGE, UNLINK_PAGE, RESTORE_PAGE];

/**
 * Serves the pages of links in security emails: one freezes the wallet, the others also revert a change of the address
 * or of the logins.
 */
export function freezePages(): Hono {
  return new Hono()
    .get(FREEZE_PAGE.call.path, context => answerLinkPage(context, FREEZE))
    .get(REVERT_PAGE.call.path, context => answerLinkPage(context, REVERT))
    .get(UNLINK_PAGE.call.path, context => answerLinkPage(context, UNLINK))
    .get(RESTORE_PAGE.call.path, context => answerLinkPage(context, RESTORE));
}
