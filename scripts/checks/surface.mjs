import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packageTypes } from '../lib/packageTypes.mjs';
import { inRoot } from '../lib/paths.mjs';

const folder = 'docs/surface';

/** A union of string literals, whose order in a .d.ts depends on other files. */
const LITERAL_UNION = /(["'])[^"'\n]*\1(?: \| (["'])[^"'\n]*\2)+/g;

/** The symbol that an export or import stands for. */
const target = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Returns the text of one export: its declarations in the .d.ts, without comments. */
function declarationText(checker, symbol) {
  const printer = ts.createPrinter({ removeComments: true });
  const texts = (target(checker, symbol).declarations ?? []).map(declaration => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  });
  const bare = texts.map(text =>
    text
      .replace(/^(export |declare |default )+/gm, '')
      .replace(/^ {4,}/gm, spaces => ' '.repeat(spaces.length / 2))
      .replace(LITERAL_UNION, union => union.split(' | ').sort().join(' | ')),
  );
  return bare.join('\n') || checker.symbolToString(symbol);
}

/**
 * Returns the values that are not exported and that declarations of exports name, as in `typeof projectQuery`, and those that they name.
 */
function namedValues(checker, exported) {
  const known = new Set(exported.map(symbol => target(checker, symbol)));
  const found = [];
  const isOwn = ({ declarations = [] }) =>
    declarations.some(one => !one.getSourceFile().fileName.includes('/node_modules/'));
  const visit = node => {
    const symbol = ts.isTypeQueryNode(node) && checker.getSymbolAtLocation(node.exprName);
    const named = symbol && target(checker, symbol);
    if (named && isOwn(named) && !known.has(named)) {
      known.add(named);
      found.push(named);
    }
    ts.forEachChild(node, visit);
  };
  for (const { declarations = [] } of known) for (const one of declarations) visit(one);
  return found;
}

/** Returns the public API of every entry point as text: the exported names and their declarations. */
export function readSurface() {
  const { checker, entries } = packageTypes();
  return entries.map(({ title, source }) => {
    if (source === undefined) return { title, text: undefined };
    const symbol = checker.getSymbolAtLocation(source);
    const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
    const blocks = exported
      .map(one => ({ name: one.name, text: declarationText(checker, one) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const named = namedValues(checker, exported)
      .map(one => ({ name: `typeof ${one.name}`, text: declarationText(checker, one) }))
      .sort((one, other) => (one.name + one.text < other.name + other.text ? -1 : 1));
    const text = [...blocks, ...named].map(block => `## ${block.name}\n${block.text}\n`).join('\n');
    return {
      title,
      text: `# ${title}\n\n${blocks.length} exports: ${blocks.map(block => block.name).join(', ')}\n\n${text}`,
    };
  });
}

const fileName = title => `${title.replace(/^@/, '').replaceAll('/', '-')}.txt`;

const read = file => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Returns a line diff of two snapshots, at most 20 lines. */
export function difference(before, after) {
  const old = new Set(before.split('\n'));
  const now = new Set(after.split('\n'));
  const gone = [...old].filter(line => !now.has(line)).map(line => `- ${line}`);
  const added = [...now].filter(line => !old.has(line)).map(line => `+ ${line}`);
  return [...gone, ...added].slice(0, 20).join('\n');
}

export const surface = {
  name: 'public surface',
  async check({ update = false } = {}) {
    const failures = [];
    for (const { title, text } of readSurface()) {
      const file = inRoot(folder, fileName(title));
      if (text === undefined) failures.push(`${title} has no types. Run npm run build first.`);
      else if (update) {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      } else if (read(file) !== text) {
        failures.push(`${title} differs from ${folder}/${fileName(title)}:\n${difference(read(file), text)}`);
      }
    }
    if (failures.length > 0)
      failures.push('If the change is intended, run npm run check -- --update and review the diff.');
    return { ok: failures.length === 0, text: failures.join('\n') };
  },
};
