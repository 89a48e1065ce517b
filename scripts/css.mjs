// Generates a string module next to every style sheet of the modal's theme. The modal runs under `style-src 'self'` and uses
// constructable style sheets, which need the text of the sheet.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const theme = fileURLToPath(new URL('../packages/latchkit/src/react/theme/', import.meta.url));

/** The style sheet of the host buttons is also a public file of the package. */
const buttons = {
  source: fileURLToPath(new URL('../packages/latchkit/style.css', import.meta.url)),
  target: fileURLToPath(
    new URL('../packages/latchkit/src/react/buttons/buttons.css.gen.ts', import.meta.url),
  ),
};
await generate(buttons.source, 'buttons.css', buttons.target);

for (const file of (await readdir(theme)).filter(name => name.endsWith('.css')).sort()) {
  await generate(theme + file, file, `${theme}${file}.gen.ts`);
}

async function generate(path, file, target) {
  const source = await readFile(path, 'utf8');
  const { code } = await transform(source, { loader: 'css', minify: true, target: 'esnext' });
  const name = `${file.slice(0, -'.css'.length)}Css`;
  const module = `// Made by scripts/css.mjs from ${file}.\nexport const ${name} = ${JSON.stringify(code.trim())};\n`;
  const before = await readFile(target, 'utf8').catch(() => '');
  if (before !== module) await writeFile(target, module);
}
