import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

/** How the service is built, which visitors do not need to know, by language. */
const WORDS = {
  en: /\b(?:half|halves|vault\w*|databases?)\b/i,
  de: /h(?:ä|ae)lften?\b|\bhalb(?:e[nrs]?)?\b|tresor|datenbank/i,
  ar: /نصف|أنصاف|خزن[ةت]|خزينة|قاعدة بيانات|قواعد (?:ال)?بيانات|قاعدت/,
};

/** The text tables of pages, emails and the modal: files of a folder `locales` or `texts` that are named after a language or in a folder that is. */
function tables(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : tables(file);
    const [, name] = /[\\/](?:locales|texts)[\\/](.*)\.ts$/.exec(file) ?? [];
    const locale = name?.split(/[\\/]/).find(part => part in WORDS);
    return locale === undefined ? [] : [{ file, locale }];
  });
}

/** The texts of a table, by key. */
function textsOf(file) {
  const found = [];
  const visit = node => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      found.push([node.name.text, node.initializer.text]);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const TABLES = ['packages', 'apps'].flatMap(folder => tables(inRoot(folder)));

describe('texts for visitors', () => {
  it.each(Object.keys(WORDS))('are found in %s: modal, wallet page, portal and emails', locale => {
    const counts = ['latchkit/src/react', 'frame/src/texts', 'frame/src/portal', 'gateway/src/wallet'].map(
      folder =>
        TABLES.filter(
          table => table.locale === locale && table.file.includes(path.normalize(folder)),
        ).flatMap(({ file }) => textsOf(file)).length,
    );
    for (const count of counts) expect(count).toBeGreaterThan(40);
  });

  it('name no half, vault or database, in any language (UX-22)', () => {
    const found = TABLES.flatMap(({ file, locale }) =>
      textsOf(file)
        .filter(([, text]) => WORDS[locale].test(text))
        .map(([key, text]) => `${path.relative(inRoot('.'), file)} ${key}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
