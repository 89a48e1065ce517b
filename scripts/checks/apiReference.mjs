import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readApi } from '../lib/apiReference.mjs';
import { compileModules } from '../lib/compileModules.mjs';
import { guideModule } from '../lib/guideModule.mjs';
import { inRoot } from '../lib/paths.mjs';

/** Entry points whose functions all need an example. */
const CALLED = ['latchkit', 'latchkit/react'];

/** What examples may use without declaring it. */
const GIVEN = {
  kit: "import('latchkit').Latchkit",
  projectId: 'string',
  gateway: 'string',
  rpcUrls: "import('latchkit').CaipNetwork['rpcUrls']",
  request: 'Request',
  email: 'string',
  code: 'string',
  hash: 'string',
  error: 'unknown',
  holesky: "typeof import('viem/chains').holesky",
  generatePrivateKey: "typeof import('viem/accounts').generatePrivateKey",
  privateKeyToAccount: "typeof import('viem/accounts').privateKeyToAccount",
  paymentId: 'string',
};

/** Reads the examples of the API: entry point, export and code. */
const examplesOf = api =>
  api.flatMap(({ title, exports }) =>
    exports.flatMap(({ name, tags }) =>
      tags.filter(tag => tag.name === 'example').map(({ text }, index) => ({ title, name, text, index })),
    ),
  );

const uses = (text, name) => new RegExp(`(?<![.\\w'/-])${name}\\b(?!['"]|:)`).test(text);
const declares = (text, name) => new RegExp(`(const|function|let) (\\{[^}]*\\b)?${name}\\b`).test(text);

/** Returns a module that contains the example as a host would write it, with the imports that it leaves out. */
export function moduleOf({ title, text }, api) {
  const from = new Map();
  // An entry's own names win, then those of the root.
  for (const entry of [...api].sort((a, b) => rank(a.title, title) - rank(b.title, title)))
    for (const { name, isValue } of entry.exports)
      if (isValue && !from.has(name) && uses(text, name) && !declares(text, name))
        from.set(name, entry.title);
  const imports = [...from].map(([name, entry]) => `import { ${name} } from '${entry}';`);
  const given = Object.entries(GIVEN)
    .filter(([name]) => uses(text, name) && !declares(text, name))
    .map(([name, type]) => `declare const ${name}: ${type};`);
  const isModule = text.startsWith('declare module');
  const body = text.startsWith('<') ? `return (\n${text}\n);` : text;
  return [
    ...imports,
    ...given,
    isModule ? `${text}\nexport {};` : `export async function example() {\n${body}\n}`,
  ].join('\n');
}

const rank = (title, own) => (title === own ? 0 : title === 'latchkit' ? 1 : 2);

/** Guides whose code blocks are compiled. */
const GUIDES = [
  'README.md',
  'docs/recipes.md',
  'docs/types.md',
  'docs/styling.md',
  'docs/loading.md',
  'docs/sign-in.md',
  'docs/embedded-wallet.md',
  'docs/social-login.md',
  'docs/calls.md',
  'docs/solana.md',
  'docs/testing.md',
  'docs/troubleshooting.md',
  'docs/walletconnect.md',
  'docs/payments.md',
  'docs/smart-accounts.md',
  'docs/swap.md',
  'docs/onramp.md',
  'docs/names.md',
  'docs/bitcoin.md',
  'docs/polkadot.md',
  'packages/gateway/README.md',
  'packages/latchkit/README.md',
];

/** Compiles the examples and the guides' code, and returns the errors. */
function compile(examples, api) {
  const modules = examples.map(example => ({
    name: `the example of ${example.name} (${example.title})`,
    code: moduleOf(example, api),
  }));
  const guides = GUIDES.map(name => ({ name, code: guideModule(readFileSync(inRoot(name), 'utf8'), api) }));
  // A guide that registers its instance changes the types of its whole program.
  const registers = ({ code }) => /^declare module/m.test(code);
  const programs = [[...modules, ...guides.filter(guide => !registers(guide))]];
  for (const guide of guides.filter(registers)) programs.push([guide]);
  return programs.flatMap(compileModules);
}

/** Runs lines such as `formatUnits(1500n, 3); // '1.5'` and compares the results. */
async function run(examples) {
  const built = inRoot('packages/latchkit/dist/core/index.js');
  if (!existsSync(built)) return ['Run npm run build first.'];
  const latchkit = await import(pathToFileURL(built).href);
  const failures = [];
  for (const { title, name, text } of examples) {
    const [, call, expected] = /^(\w+\([^;]*\)); \/\/ '(.+)'$/m.exec(text) ?? [];
    if (title !== 'latchkit' || call === undefined) continue;
    const result = new Function('latchkit', `with (latchkit) { return ${call}; }`)(latchkit);
    if (result !== expected) failures.push(`the example of ${name} returns '${result}', not '${expected}'`);
  }
  return failures;
}

/** Every export has a comment, and every function that hosts call an example; the examples compile, and return what
 * they say; the code of the guides compiles too. */
export const apiReference = {
  name: 'API reference',
  async check() {
    const api = readApi();
    const missing = api.flatMap(({ title, exports }) =>
      exports.flatMap(({ name, isFunction, comment, tags }) => [
        ...(comment === '' ? [`${name} of ${title} has no comment`] : []),
        ...(isFunction && CALLED.includes(title) && !tags.some(tag => tag.name === 'example')
          ? [`${name} of ${title} has no example`]
          : []),
      ]),
    );
    const examples = examplesOf(api);
    const failures = [...missing, ...compile(examples, api), ...(await run(examples))];
    return { ok: failures.length === 0, text: failures.join('\n') };
  },
};
