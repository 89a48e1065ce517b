import { Hono } from 'hono';
import { decideApprovalCall, inspectApprovalCall } from 'latchkit/protocol';
import type { MailTextKey } from '../../shared/mail/locales/en.js';
import { answerLinkPage, heading, type LinkPage, linkPageRequest } from './linkPage.js';

interface Variant {
  /** Whether the vault knows the project's name. */
  readonly hasProject: boolean;
  /** The note below the buttons. */
  readonly note?: MailTextKey;
  /** What follows the approval. */
  readonly approved: MailTextKey;
}

const pageWith = ({ hasProject, note, approved }: Variant): LinkPage => ({
  title: 'pageTitle',
  look: inspectApprovalCall.path,
  decide: decideApprovalCall.path,
  question:
    text => `<div data-when="same-network">${heading('device', text('pageQuestion'), text('pageWarning'))}</div>
<div data-when="other-network" hidden>${heading('warning', text('pageOtherTitle'), text('pageOtherNetwork'))}</div>
<dl>
<div><dt>${text('pageHost')}</dt><dd><bdi data-field="hostOrigin" data-kind="origin" dir="ltr"></bdi></dd></div>
${hasProject ? `<div><dt>${text('pageProject')}</dt><dd><bdi data-field="project"></bdi></dd></div>\n` : ''}<div><dt>${text('pageBrowser')}</dt><dd><bdi data-field="browser" data-unknown="${text('unknownBrowser')}"></bdi></dd></div>
<div><dt>${text('pageTime')}</dt><dd data-field="askedAt" data-kind="time"></dd></div>
</dl>
<p class="note check">${text('pageCheck')}</p>
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
</div>${note === undefined ? '' : `\n<p class="note">${text(note)}</p>`}`,
  endings: {
    approved: { mark: 'done', title: 'pageApprovedTitle', body: approved },
    denied: { mark: 'done', title: 'pageDeniedTitle', body: 'pageDenied' },
    invalid: { mark: 'clock', title: 'pageInvalidTitle', body: 'pageInvalid' },
  },
});

const PAGE = pageWith({ hasProject: true, note: 'pageNext', approved: 'pageApproved' });
const LOGIN_PAGE = pageWith({ hasProject: false, approved: 'pageApprovedLogin' });

const EMAIL_REQUEST = linkPageRequest('/approve', 'Page of the link that approves a device');
const LOGIN_REQUEST = linkPageRequest(
  '/approve-login',
  'Page of the link that approves a device of a social login',
);

/** The request records of the pages. */
export const APPROVE_PAGES = [EMAIL_REQUEST, LOGIN_REQUEST] as const;

/** Serves the pages of the links that approve a device. After that of a social login, no code follows. */
export function approvePages(): Hono {
  return new Hono()
    .get(EMAIL_REQUEST.call.path, context => answerLinkPage(context, PAGE))
    .get(LOGIN_REQUEST.call.path, context => answerLinkPage(context, LOGIN_PAGE));
}
