import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const REACT = path.resolve(import.meta.dirname, '../../packages/latchkit/src/react');

/** What stands for the slots of short texts. */
const SLOTS: Readonly<Record<string, string>> = { chain: 'Polkadot', wallet: 'MetaMask' };

function filesOf(folder: string, end: string): string[] {
  const at = path.join(REACT, folder);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(end))
    .map(name => readFileSync(path.join(at, name), 'utf8'));
}

/** The keys of texts in some parts of the views' code. */
function keysIn(part: RegExp): readonly string[] {
  const parts = filesOf('views', '.tsx').flatMap(code => code.match(part) ?? []);
  return [...new Set(parts.flatMap(code => [...code.matchAll(/'(\w+\.\w+)'/g)].map(([, key = '']) => key)))];
}

/** The titles of views, and the labels of buttons that stand beside each other, in a language. */
export function shortTexts(locale: string): {
  readonly titles: readonly string[];
  readonly labels: readonly string[];
} {
  const texts = new Map(
    filesOf(`locales/${locale}`, '.ts').flatMap(code =>
      [...code.matchAll(/'(\w+\.\w+)':\s*'([^'\n]*)'/g)].map(
        ([, key = '', text = '']) => [key, text] as const,
      ),
    ),
  );
  const textsOf = (keys: readonly string[]) =>
    keys.flatMap(
      key => texts.get(key)?.replaceAll(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot] ?? slot) ?? [],
    );
  return {
    titles: textsOf(keysIn(/<ViewFrame\s+title=\{[^}]*\}|\btitle = text\.t\([^)]*\)/g)),
    // Two labels are in a variable.
    labels: textsOf(
      ['profile.disconnectAll', 'action.disconnect'].concat(keysIn(/lk-pair['"][\s\S]*?<\/div>/g)),
    ),
  };
}
