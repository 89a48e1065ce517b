import { Hono } from 'hono';
import type { MailTextKey } from '../mailer/locales/en.js';
import { answerLinkPage, heading, type LinkPage, type PageText } from './linkPage.js';

const question = (title: MailTextKey, body: MailTextKey, action: MailTextKey) => (text: PageText) =>
  `${heading('warning', text(title), text(body))}
<p class="note">${text('freezeNote')}</p>
<div class="stack"><button id="freeze" class="stop" type="button" data-decision="{}" disabled>${text(action)}</button></div>`;

const FREEZE: LinkPage = {
  title: 'freezeTitle',
  look: '/v1/freezes/look',
  decide: '/v1/freezes/use',
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

/** The pages of links in security mails: to freeze the wallet, and to take a change of the address back too. */
export function freezePages(): Hono {
  return new Hono()
    .get('/freeze', context => answerLinkPage(context, FREEZE))
    .get('/revert', context => answerLinkPage(context, REVERT));
}
