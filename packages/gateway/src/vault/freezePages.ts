import { Hono } from 'hono';
import { answerLinkPage, type LinkPage } from './linkPage.js';

const FREEZE: LinkPage = {
  title: 'freezeTitle',
  look: '/v1/freezes/look',
  decide: '/v1/freezes/use',
  question: text => `<p>${text('freezeQuestion')}</p>
<p class="note">${text('freezeNote')}</p>
<div class="choice"><button id="freeze" class="stop" type="button" data-decision="{}">${text('freezeAction')}</button></div>`,
  endings: { frozen: 'freezeDone', invalid: 'pageInvalid' },
  time: { ending: 'frozen', field: 'until' },
};

const REVERT: LinkPage = {
  ...FREEZE,
  title: 'revertTitle',
  question: text => `<p>${text('revertQuestion')}</p>
<p class="note">${text('freezeNote')}</p>
<div class="choice"><button id="freeze" class="stop" type="button" data-decision="{}">${text('revertAction')}</button></div>`,
};

/** The pages of links in security mails: to freeze the wallet, and to take a change of the address back too. */
export function freezePages(): Hono {
  return new Hono()
    .get('/freeze', context => answerLinkPage(context, FREEZE))
    .get('/revert', context => answerLinkPage(context, REVERT));
}
