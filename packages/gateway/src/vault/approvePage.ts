import { Hono } from 'hono';
import { answerLinkPage, type LinkPage } from './linkPage.js';

const PAGE: LinkPage = {
  title: 'pageTitle',
  look: '/v1/approvals/look',
  decide: '/v1/approvals/decide',
  question: text => `<p>${text('pageQuestion')}</p>
<dl>
<div><dt>${text('pageHost')}</dt><dd id="host" class="large" data-field="hostOrigin" dir="ltr"></dd></div>
<div><dt>${text('pageProject')}</dt><dd data-field="project"></dd></div>
<div><dt>${text('pageBrowser')}</dt><dd data-field="browser" data-unknown="${text('unknownBrowser')}"></dd></div>
<div><dt>${text('pageTime')}</dt><dd data-field="askedAt" data-kind="time"></dd></div>
</dl>
<div id="other-network" class="danger" hidden>
<p>${text('pageOtherNetwork')}</p>
<label><input id="confirm" type="checkbox"> ${text('pageApproveAnyway')}</label>
</div>
<p class="note">${text('pageWarning')} ${text('pageUnproved')}</p>
<div class="choice">
<button id="deny" type="button" data-decision='{"approve":false}'>${text('pageDeny')}</button>
<button id="approve" class="primary" type="button" data-decision='{"approve":true}' data-confirmed>${text('pageApprove')}</button>
</div>`,
  endings: { approved: 'pageApproved', denied: 'pageDenied', invalid: 'pageInvalid' },
};

/** The page of the link that approves a device. */
export function approvePage(): Hono {
  return new Hono().get('/approve', context => answerLinkPage(context, PAGE));
}
