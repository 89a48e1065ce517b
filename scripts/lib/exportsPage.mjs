import ts from 'typescript';
import { packageTypes } from './packageTypes.mjs';

/** Entry points that semantic versioning does not cover, or that have a reference of their own. */
const LEFT_OUT = ['latchkit/internal', 'latchkit/protocol', '@latchkit/gateway'];

/** The first sentence of a comment, on one line of a table. */
function firstSentence(comment) {
  const line = comment.replace(/\{@link (\S+?)\s*\}/g, '`$1`').replace(/\s+/g, ' ');
  const [sentence = ''] = /^.*?[^.]\.(?= |$)(?! [a-z])/.exec(line) ?? [line];
  return sentence.replaceAll('|', '\\|');
}

/** Lists what hosts can import: per entry point, each export, whether it is a value or a type, and what it is. */
export function readExports() {
  const { checker, entries } = packageTypes();
  return entries
    .filter(({ title }) => !LEFT_OUT.includes(title))
    .map(({ title, source }) => {
      const symbol = source && checker.getSymbolAtLocation(source);
      if (!symbol) throw new Error(`${title} has no types. Run npm run build first.`);
      const exports = checker.getExportsOfModule(symbol).map(one => {
        const own = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
        return {
          name: one.name,
          isValue: (own.flags & ts.SymbolFlags.Value) !== 0,
          comment: ts.displayPartsToString(own.getDocumentationComment(checker)),
        };
      });
      return { title, exports: exports.sort((one, other) => (one.name < other.name ? -1 : 1)) };
    });
}

/** Returns docs/reference.md: every export with the first sentence of its comment. */
export function exportsPage(entries) {
  const row = ({ name, comment }) => `| \`${name}\` | ${firstSentence(comment)} |`;
  const table = exports => ['| | |', '|---|---|', ...exports.map(row), ''];
  const section = ({ title, exports }) => {
    const values = exports.filter(({ isValue }) => isValue);
    const types = exports.filter(({ isValue }) => !isValue);
    return [
      `## ${title}\n`,
      ...table(values),
      ...(types.length > 0 ? ['### Types\n', ...table(types)] : []),
    ].join('\n');
  };
  return [
    '# Reference\n',
    'Every export, from the comments in the source. `npm run docs:api` writes each with its declaration and examples; your editor shows the same. How they are used together is in the [guides](README.md#guides).\n',
    '<!-- Written by npm run check -- --update --only "exports in the guides" -->\n',
    ...entries.map(section),
  ].join('\n');
}
