import { Hono } from 'hono';
import { decideApprovalCall, inspectApprovalCall } from 'latchkit/protocol';
import { answerLinkPage, heading, type LinkPage, linkPageRequest } from './linkPage.js';

const PAGE: LinkPage = {
  title: 'pageTitle',
  look: inspectApprovalCall.path,
  decide: decideApprovalCall.path,
  question:
    text => `<div data-when="same-network">${heading('device', text('pageQuestion'), text('pageWarning'))}</div>
<div data-when="other-network" hidden>${heading('warning', text('pageOtherTitle'), text('pageOtherNetwork'))}</div>
<dl>
<div><dt>${text('pageHost')}</dt><dd><bdi data-field="hostOrigin" data-kind="origin" dir="ltr"></bdi></dd></div>
<div><dt>${text('pageProject')}</dt><dd><bdi data-field="project"></bdi></dd></div>
<div><dt>${text('pageBrowser')}</dt><dd><bdi data-field="browser" data-unknown="${text('unknownBrowser')}"></bdi></dd></div>
<div><dt>${text('pageTime')}</dt><dd data-field="askedAt" data-kind="time"></dd></div>
</dl>
<div class="choice" data-when="same-network">
<button id="deny" type="button" data-decision='{"approve":false}' disabled>${text('pageDeny')}</button>
<button id="approve" class="primary" type="button" data-decision='{"approve":true}' disabled>${text('pageApprove')}</button>
</div>
<div data-when="other-network" hidden>
<label><input id="confirm" type="checkbox"> <span>${text('pageConfirm')}</span></label>
<div class="stack">
<button class="primary" type="button" data-decision='{"approve":false}' disabled>${text('pageDeny')}</button>
<button class="risky" type="button" data-decision='{"approve":true,"confirmed":true}' data-needs="confirm" disabled><span data-off="confirm">${text('pageTick')}</span><span data-on="confirm" hidden>${text('pageApprove')}</span></button>
</div>
</div>
<p class="note">${text('pageUnproved')}</p>
<p class="note">${text('pageNext')}</p>`,
  endings: {
    approved: { mark: 'done', title: 'pageApprovedTitle', body: 'pageApproved' },
    denied: { mark: 'done', title: 'pageDeniedTitle', body: 'pageDenied' },
    invalid: { mark: 'clock', title: 'pageInvalidTitle', body: 'pageInvalid' },
  },
};

/** The request record of the page. */
export const APPROVE_PAGE = linkPageRequest('/approve', 'Page of the link that approves a device');

/** Serves the page of the link that approves a device. */
export function approvePage(): Hono {
  return new Hono().get(APPROVE_PAGE.call.path, context => answerLinkPage(context, PAGE));
}
