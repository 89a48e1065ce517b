import ts from 'typescript';
import { packageTypes } from './packageTypes.mjs';

/** The entry points that hosts use; the others are for tests, or not covered by semantic versioning. */
const HOST_ENTRIES = [
  'latchkit',
  'latchkit/networks',
  'latchkit/react',
  'latchkit/evm',
  'latchkit/solana',
  'latchkit/walletconnect',
  'latchkit/embedded',
  'latchkit/siwx',
];

const text = parts => ts.displayPartsToString(parts).trim();

/** Returns a declaration without comments, as TypeScript prints it. */
function signatureOf(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const printer = ts.createPrinter({ removeComments: true });
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export |declare |default )+/gm, '')
    .replace(/^ {4,}/gm, spaces => ' '.repeat(spaces.length / 2));
}

/** Lists the documented members of an interface: name and comment. */
function membersOf(checker, symbol) {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) return [];
  return declaration.members.flatMap(member => {
    const own = member.name && checker.getSymbolAtLocation(member.name);
    const comment = own ? text(own.getDocumentationComment(checker)) : '';
    return comment === '' ? [] : [{ name: member.name.getText(), comment }];
  });
}

function describe(checker, exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  return {
    name: exported.name,
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    isFunction: (symbol.flags & ts.SymbolFlags.Function) !== 0,
    comment: text(symbol.getDocumentationComment(checker)),
    tags: symbol.getJsDocTags(checker).map(tag => ({ name: tag.name, text: text(tag.text ?? []) })),
    members: membersOf(checker, symbol),
    signature: (symbol.declarations ?? []).map(signatureOf).join('\n'),
  };
}

/**
 * Returns the public API that hosts use, as the built declarations describe it: per entry point, each export with its comment, its
 * tags and its declaration.
 */
export function readApi() {
  const { checker, entries } = packageTypes();
  return HOST_ENTRIES.map(title => {
    const source = entries.find(entry => entry.title === title)?.source;
    if (!source) throw new Error(`${title} has no types. Run npm run build first.`);
    const symbol = checker.getSymbolAtLocation(source);
    const exported = symbol ? checker.getExportsOfModule(symbol) : [];
    const all = exported.map(one => describe(checker, one));
    return { title, exports: all.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  });
}

const code = (language, body) => `\`\`\`${language}\n${body}\n\`\`\`\n`;

/** Replaces `{@link name}` with the name as code. */
const plain = comment => comment.replace(/\{@link (\S+?)\s*\}/g, '`$1`');

function section({ name, comment, tags, members, signature }) {
  const of = kind => tags.filter(tag => tag.name === kind).map(tag => plain(tag.text));
  const lines = (title, items) =>
    items.length ? [`**${title}**\n`, ...items.map(item => `- ${item.replaceAll('\n', ' ')}`), ''] : [];
  return [
    `## ${name}\n`,
    ...(comment ? [`${plain(comment)}\n`] : []),
    code('ts', signature),
    ...lines(
      'Members',
      members.map(member => `\`${member.name}\`: ${plain(member.comment)}`),
    ),
    ...lines('Parameters', of('param')),
    ...lines('Returns', of('returns')),
    ...lines('Throws', of('throws')),
    ...of('example').map(example => code('tsx', example)),
  ].join('\n');
}

/** Returns the reference of an entry point as Markdown: first what hosts call, then the types. */
export function referencePage({ title, exports }) {
  const values = exports.filter(({ isValue }) => isValue);
  const types = exports.filter(({ isValue }) => !isValue);
  return [`# ${title}\n`, ...[...values, ...types].map(section)].join('\n');
}
