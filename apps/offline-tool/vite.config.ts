import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

const sourceOf = (code: string) => `'sha384-${createHash('sha384').update(code).digest('base64')}'`;

/**
 * Writes the page as one file, `offline-tool.html`, with its script inside. Its policy allows this script and nothing else: no request,
 * no image, no form.
 */
function singleFile(): Plugin {
  return {
    name: 'single-file',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle);
      // A closing tag inside the code would end the element.
      const script = files
        .flatMap(file => (file.type === 'chunk' ? [file.code] : []))
        .join('')
        .replaceAll('</script', '<\\/script');
      const policy = [
        "default-src 'none'",
        `script-src ${sourceOf(script)}`,
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ].join('; ');
      const page = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        `<title>Latchkit offline tool</title></head>`,
        `<body><script>${script}</script></body></html>\n`,
      ];
      rmSync(path.join(dir, 'assets'), { recursive: true });
      writeFileSync(path.join(dir, 'offline-tool.html'), page.join('\n'));
    },
  };
}

export default defineConfig({
  root,
  plugins: [singleFile()],
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A busy machine builds slowly, which is nothing to warn of.
      checks: { bundlerTimings: false },
      input: path.join(root, 'src/main.ts'),
      output: { format: 'iife', codeSplitting: false },
    },
  },
});
