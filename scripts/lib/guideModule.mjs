/** What the code blocks of guides may use without declaring it. */
const GIVEN = {
  kit: "import('latchkit').Latchkit",
  networks: "readonly [import('latchkit').CaipNetwork]",
  adapters: "readonly import('latchkit').ChainAdapter[]",
  cookie: 'string | undefined',
  button: 'HTMLButtonElement',
  showError: '(error: unknown) => void',
  message: "Parameters<typeof import('@solana/kit').compileTransaction>[0]",
  page: "import('playwright-core').Page",
  walletId: 'string',
  projectId: 'string',
  relayUrl: 'string',
  params: 'Record<string, unknown>',
  accounts: 'string[]',
  methods: 'string[]',
  events: 'string[]',
  sign: '(request: unknown) => Promise<string>',
  closeDialog: '() => void',
  showQrCode: '(uri: string | undefined) => void',
  paymentId: 'string',
  unsigned: 'string',
  Balance: "(props: { of: import('viem').Address }) => import('react').ReactElement",
};

const BLOCK = /^```tsx?\n([\s\S]*?)^```$/gm;
const IMPORT = /^import (?:[^;]*? from )?'[^']+';\n/gm;

const uses = (text, name) => new RegExp(`(?<![.\\w'/-])${name}\\b(?!['"]|:)`).test(text);
const declares = (text, name) =>
  new RegExp(`(const|function|let) (\\{[^}]*\\b)?${name}\\b|^import \\{[^}]*\\b${name}\\b`, 'm').test(text);

/**
 * Returns a module with the TypeScript code of a guide, as a reader would write it. Blocks that export something or declare a module
 * are its top level; each other block is a function. A line with the comment `does not compile` must not compile.
 *
 * @param {string} markdown
 * @param api - The exports of the entry points.
 */
export function guideModule(markdown, api) {
  const blocks = [...markdown.matchAll(BLOCK)].map(([, code]) =>
    code.replace(/^.*\/\/ does not compile$/gm, '// @ts-expect-error\n$&'),
  );
  const code = blocks.map(block => block.replace(IMPORT, ''));
  const own = new Set(blocks.flatMap(block => block.match(IMPORT) ?? []));
  const isTop = block => /^export |^declare module/m.test(block);
  const top = [...own, ...code.filter(isTop)].join('\n');
  const rest = code.filter(block => !isTop(block));
  const text = [top, ...rest].join('\n');
  const isMissing = name =>
    code.some(block => uses(block, name) && !declares(block, name)) && !declares(top, name);
  const imports = new Map();
  for (const { title, exports } of api)
    for (const { name, isValue } of exports)
      if (isValue && !imports.has(name) && isMissing(name)) imports.set(name, title);
  return [
    ...[...imports].map(([name, entry]) => `import { ${name} } from '${entry}';`),
    ...Object.entries(GIVEN)
      .filter(([name]) => uses(text, name) && isMissing(name))
      .map(([name, type]) => `declare const ${name}: ${type};`),
    top,
    ...rest.map((block, index) => `export async function block${index}() {\n${block}}`),
    'export {};',
  ].join('\n');
}
