import { type OfflineWallet, openPhrase } from '@latchkit/keyring';
import { openWalletRows } from './openWalletRows.js';
import { textsFor } from './texts.js';
import style from './tool.css?inline';
import { keyFile, walletRows } from './WalletRows.js';

const { lang, dir, texts } = textsFor(navigator.languages);

/** Creates an element with its children and properties. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  children: readonly (string | Node)[],
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

const result = element('div', []);

function entries(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    pairs.flatMap(([name, value]) => [element('dt', [name]), element('dd', [value], { dir: 'ltr' })]),
  );
}

function show({ addresses, smartAccount, phrase, evmKey, ownerKey, solanaKey }: OfflineWallet): void {
  const addressList = entries([
    [texts.evm, addresses.evm],
    [texts.smartAccount, smartAccount],
    [texts.owner, addresses.owner],
    [texts.solana, addresses.solana],
  ]);
  const button = element('button', [texts.keys], { type: 'button' });
  // The secrets are in the page only after this press.
  button.addEventListener('click', () =>
    button.replaceWith(
      entries([
        [texts.phrase, phrase],
        [texts.evmKey, evmKey],
        [texts.ownerKey, ownerKey],
        [texts.solanaKey, solanaKey],
      ]),
    ),
  );
  result.replaceChildren(element('section', [addressList, element('p', []), button]));
}

/** A form that opens a wallet; `failed` is its text for any failure. */
function form(children: readonly Node[], open: () => Promise<OfflineWallet>, failed: string): HTMLElement {
  const alert = element('p', [], { role: 'alert' });
  const made = element('form', [...children, alert, element('button', [texts.open])]);
  made.addEventListener('submit', event => {
    event.preventDefault();
    alert.textContent = '';
    result.replaceChildren();
    open().then(show, () => {
      alert.textContent = failed;
    });
  });
  return made;
}

const field = (name: string, input: HTMLElement) => element('label', [name, input]);
const fileInput = () =>
  element('input', [], { type: 'file', accept: '.json,application/json', required: true });

async function read(input: HTMLInputElement): Promise<unknown> {
  return JSON.parse((await input.files?.[0]?.text()) ?? '');
}

const words = element('textarea', [], { required: true, autocomplete: 'off', spellcheck: false, dir: 'ltr' });
const [rowsFile, keysA, keysB] = [fileInput(), fileInput(), fileInput()];

// The page's policy allows no style element.
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [sheet];
Object.assign(document.documentElement, { lang, dir });
document.body.append(
  element('main', [
    element('h1', [texts.title]),
    element('p', [texts.warning]),
    element('section', [
      element('h2', [texts.words]),
      form([field(texts.wordsLabel, words)], () => openPhrase(words.value), texts.wrongWords),
    ]),
    element('section', [
      element('h2', [texts.rows]),
      element('p', [texts.rowsHint]),
      form(
        [field(texts.rowsFile, rowsFile), field(texts.keysA, keysA), field(texts.keysB, keysB)],
        async () =>
          openWalletRows(walletRows.parse(await read(rowsFile)), {
            a: keyFile.parse(await read(keysA)),
            b: keyFile.parse(await read(keysB)),
          }),
        texts.wrongRows,
      ),
    ]),
    result,
  ]),
);
