import type { PromptRequest, WalletPrompt } from './WalletPrompt.js';

const STYLE = `
:host { all: initial; }
dialog { box-sizing: border-box; inline-size: min(360px, calc(100vw - 32px)); margin: 24px 24px auto auto;
  padding: 20px; border: 1px solid #d0d5dd; border-radius: 14px; background: #fff; color: #1d2433;
  font: 15px/1.45 system-ui, sans-serif; box-shadow: 0 20px 48px rgb(16 24 40 / .28); }
dialog::backdrop { background: rgb(16 24 40 / .18); }
h2 { margin: 0; font-size: 13px; font-weight: 600; letter-spacing: .02em; color: #475467; }
h3 { margin: 6px 0 14px; font-size: 19px; line-height: 1.25; }
dl { display: grid; gap: 8px; margin: 0 0 18px; padding: 12px; border-radius: 10px; background: #f2f4f7; }
dt { font-size: 12px; color: #475467; }
dd { margin: 0; font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; max-block-size: 160px;
  overflow: auto; white-space: pre-wrap; }
div { display: flex; gap: 10px; }
button { flex: 1; min-block-size: 44px; border: 1px solid #d0d5dd; border-radius: 10px; background: #fff;
  color: inherit; font: 600 15px system-ui, sans-serif; cursor: pointer; }
button:last-child { border-color: #1d4ed8; background: #1d4ed8; color: #fff; }
button:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  dialog { background: #1d2433; color: #f2f4f7; border-color: #344054; }
  dl { background: #101828; } h2, dt { color: #98a2b3; }
  button { background: #1d2433; border-color: #475467; }
}`;

const TITLES: Readonly<Record<string, string>> = {
  eth_requestAccounts: 'Connect to this page?',
  wallet_requestPermissions: 'Connect to this page?',
  personal_sign: 'Sign this message?',
  eth_signTypedData_v4: 'Sign this data?',
  eth_sendTransaction: 'Send this transaction?',
  wallet_sendCalls: 'Send these calls?',
  wallet_addEthereumChain: 'Add this network?',
  'standard:connect': 'Connect to this page?',
  'solana:signMessage': 'Sign this message?',
  'solana:signTransaction': 'Sign this transaction?',
  'solana:signAndSendTransaction': 'Send this transaction?',
  'solana:signIn': 'Sign in to this page?',
};

/**
 * The approval dialog of a fake wallet: a native `<dialog>` in the top layer, above any other modal dialog, labelled
 * with the wallet's name, with the buttons 'Approve' and 'Reject'. It has no inline styles and no markup from strings,
 * so it works under a strict content security policy and Trusted Types. Escape rejects.
 */
export function dialogPrompt(): WalletPrompt {
  return request =>
    new Promise(resolve => {
      const host = document.createElement('latchkit-demo-wallet');
      const { dialog, approve, reject } = buildDialog(host, request);
      const settle = (approved: boolean) => {
        request.signal.removeEventListener('abort', onAbort);
        dialog.close();
        host.remove();
        resolve(approved);
      };
      const onAbort = () => settle(false);
      approve.addEventListener('click', () => settle(true));
      reject.addEventListener('click', () => settle(false));
      dialog.addEventListener('cancel', event => {
        event.preventDefault();
        settle(false);
      });
      // The page's Escape handlers must not receive keys meant for the wallet.
      dialog.addEventListener('keydown', event => event.stopPropagation());
      request.signal.addEventListener('abort', onAbort, { once: true });
      document.body.append(host);
      dialog.showModal();
      approve.focus();
    });
}

function buildDialog(host: HTMLElement, request: PromptRequest) {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const dialog = element('dialog');
  dialog.setAttribute('aria-label', request.walletName);
  const facts = element('dl');
  for (const [term, value] of describe(request)) facts.append(element('dt', term), element('dd', value));
  const approve = element('button', 'Approve');
  const reject = element('button', 'Reject');
  const buttons = element('div');
  buttons.append(reject, approve);
  dialog.append(
    element('h2', request.walletName),
    element('h3', TITLES[request.method] ?? `Allow ${request.method}?`),
    facts,
    buttons,
  );
  root.append(dialog);
  return { dialog, approve, reject };
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  if (made instanceof HTMLButtonElement) made.type = 'button';
  return made;
}

/** Returns what the visitor should check before deciding, as terms and values. */
function describe({
  method,
  params,
  address,
  chainId,
}: PromptRequest): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [
    ['Page', location.origin],
    ['Account', address ?? 'unknown'],
    ['Chain', String(chainId)],
  ];
  const list = Array.isArray(params) ? (params as readonly unknown[]) : [];
  if (method === 'personal_sign') facts.push(['Message', readable(list[0])]);
  else if (method === 'eth_signTypedData_v4') facts.push(['Data', text(list[1])]);
  else if (method === 'solana:signMessage') facts.push(['Message', bytesText(list[0])]);
  else if (!/Accounts|Permissions|connect/.test(method)) facts.push(['Request', text(list[0])]);
  return facts;
}

function text(value: unknown): string {
  const shown = typeof value === 'string' ? value : JSON.stringify(value, asText, 2);
  return shown.slice(0, 4_000);
}

/** Shows bytes as one line of base64 instead of a list of numbers. */
function asText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? btoa(String.fromCharCode(...value)) : value;
}

/** Decodes a message given as bytes. */
function bytesText(input: unknown): string {
  const { message } = input as { message?: unknown };
  return message instanceof Uint8Array ? new TextDecoder().decode(message).slice(0, 4_000) : text(input);
}

/** Decodes a hex-encoded message if it is text. */
function readable(value: unknown): string {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value)) return text(value);
  const bytes = Uint8Array.from(value.slice(2).match(/../g) ?? [], byte => Number.parseInt(byte, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).slice(0, 4_000);
  } catch {
    return value.slice(0, 4_000);
  }
}
