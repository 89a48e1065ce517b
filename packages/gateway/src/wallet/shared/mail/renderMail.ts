import { type Locale, localeDirection, type NoticeKind } from 'latchkit/protocol';
import { escapeHtml } from '../../../platform/http/escapeHtml.js';
import type { Mail } from '../../../platform/ports/Mailer.js';
import type { MailTextKey } from './locales/en.js';
import { type MailValues, mailText } from './mailTexts.js';

/** The kinds of emails. */
export type MailKind =
  | 'action'
  | 'code'
  | 'stepCode'
  | 'approve'
  | 'approveLogin'
  | 'approvals'
  | 'denied'
  | 'waiting'
  | 'attempts'
  | 'installation'
  | 'reuse'
  | 'primary'
  | 'secondary'
  | 'taken'
  | 'changing'
  | 'linkCode'
  | 'linking'
  | 'removeCode'
  | 'removed'
  | 'changed'
  | 'exportOpen'
  | NoticeKind;

export interface MailContent {
  readonly kind: MailKind;
  readonly to: string;
  readonly locale: Locale;
  /** Values of the texts. `host` is that of the page that the email is about. */
  readonly values: MailValues & { readonly host: string };
  /** Name of the project, shown at the top. Default, or if empty: the host. */
  readonly project?: string;
  /** Code, shown in large type. */
  readonly code?: string;
  /** Target of the button. */
  readonly link?: string | undefined;
}

/** Renders an email as text and as self-contained HTML for light and dark mailboxes. */
export function renderMail({ kind, to, locale, values, project, code, link }: MailContent): Mail {
  const all = { ...values, ...(code === undefined ? {} : { code }) };
  const text = (part: string) => mailText(locale, `${kind}${part}` as MailTextKey, all);
  const [title, body, warning] = [text('Title'), text('Body'), text('Warning')];
  const footer = mailText(locale, 'footer', all);
  const action = link === undefined ? undefined : mailText(locale, ACTIONS[kind] ?? 'freezeAction');
  return {
    to,
    subject: text('Subject'),
    text: [title, body, code, link, warning, footer].filter(part => part !== undefined).join('\n\n'),
    html: html({ brand: project || values.host, title, body, warning, footer, code, link, action, locale }),
  };
}

/** Labels of the button; the default one freezes the wallet. */
const ACTIONS: Readonly<Partial<Record<MailKind, MailTextKey>>> = {
  approve: 'approveAction',
  approveLogin: 'approveAction',
  changing: 'revertAction',
  linking: 'unlinkAction',
  removed: 'restoreAction',
};

interface Parts {
  readonly brand: string;
  readonly title: string;
  readonly body: string;
  readonly warning: string;
  readonly footer: string;
  readonly code: string | undefined;
  readonly link: string | undefined;
  readonly action: string | undefined;
  readonly locale: Locale;
}

/**
 * Uses tables, because email clients support little else. Clients that drop the style element use the colours of the
 * attributes, which are readable on light and dark.
 */
function html({ brand, title, body, warning, footer, code, link, action, locale }: Parts): string {
  const direction = localeDirection(locale);
  const row = (className: string, content: string) =>
    `<tr><td class="${className}" dir="${direction}">${content}</td></tr>`;
  const digits = code && row('code', `<span dir="ltr">${escapeHtml(code)}</span>`);
  const button =
    link && row('go', `<a class="button" href="${escapeHtml(link)}">${escapeHtml(action ?? '')}</a>`);
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body class="page">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="440" cellpadding="0" cellspacing="0">
${row('brand', escapeHtml(brand))}
${row('title', escapeHtml(title))}
${row('text', escapeHtml(body))}
${digits ?? ''}${button ?? ''}
${row('note', escapeHtml(warning))}
</table>
<table role="presentation" class="wide" width="440" cellpadding="0" cellspacing="0">
${row('foot', escapeHtml(footer))}
</table>
</td></tr></table>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body,table,td{font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.page{margin:0;background:#faf7f4;color:#211d19}
table.page{padding:24px 12px}
.card,.wide{width:100%;max-width:440px}
.card{background:#ffffff;border:1px solid #e4dfd9;border-radius:28px}
.card td{padding:0 28px}
.card .brand{padding-top:24px;font-size:14px;line-height:20px;font-weight:600;color:#12664a}
.card .title{padding-top:10px;font-size:20px;line-height:28px;font-weight:600}
.card .text{padding-top:10px;font-size:16px;line-height:24px}
.card .code{padding-top:22px;text-align:center;font-size:34px;line-height:44px;font-weight:600;letter-spacing:8px;font-variant-numeric:tabular-nums}
.card .go{padding-top:22px;text-align:center}
.button{display:inline-block;padding:13px 32px;border-radius:14px;background:#12664a;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none}
.card .note{padding-top:22px;padding-bottom:28px;font-size:14px;line-height:20px;color:#625b53}
.foot{padding:16px 28px;text-align:center;font-size:12px;line-height:18px;color:#625b53}
@media (prefers-color-scheme:dark){
.page{background:#131110!important;color:#f5f1ec!important}
.card{background:#1b1917!important;border-color:#3b3632!important;color:#f5f1ec!important}
.card .brand{color:#5cc79d!important}
.card .note,.foot{color:#b3aaa0!important}
.button{background:#5cc79d!important;color:#06281b!important}
}
`.trim();
