import { describe, expect, it } from 'vitest';
import { referencePage } from '../lib/apiReference.mjs';
import { compileModules } from '../lib/compileModules.mjs';
import { guideModule } from '../lib/guideModule.mjs';
import { moduleOf } from './apiReference.mjs';

const value = name => ({
  name,
  isValue: true,
  isFunction: true,
  comment: '',
  tags: [],
  members: [],
  signature: '',
});
const api = [
  { title: 'latchkit', exports: [value('connect'), value('createLatchkit')] },
  { title: 'latchkit/networks', exports: [value('mainnet'), value('solana')] },
  { title: 'latchkit/solana', exports: [value('solana')] },
];

describe('moduleOf', () => {
  it('imports what the example uses, from its own entry point if several have the name', () => {
    const text = 'createLatchkit({ networks: [mainnet], adapters: [solana()] });';
    expect(moduleOf({ title: 'latchkit/solana', text }, api).split('\n').slice(0, 3)).toEqual([
      "import { solana } from 'latchkit/solana';",
      "import { createLatchkit } from 'latchkit';",
      "import { mainnet } from 'latchkit/networks';",
    ]);
  });

  it('declares an instance, unless the example creates one', () => {
    const declared = /^declare const kit/m;
    expect(moduleOf({ title: 'latchkit', text: 'await connect(kit, {});' }, api)).toMatch(declared);
    expect(moduleOf({ title: 'latchkit', text: 'const kit = createLatchkit({});' }, api)).not.toMatch(
      declared,
    );
  });
});

describe('guideModule', () => {
  const guide = (...blocks) => blocks.map(block => `Text.\n\n\`\`\`ts\n${block}\n\`\`\`\n`).join('\n');

  it('puts what a block exports at the top level, and every other block into a function', () => {
    const code = guideModule(
      guide(
        "import { createLatchkit } from 'latchkit';\n\nexport const kit = createLatchkit({});",
        'await connect(kit, {});\nreturn mainnet;',
      ),
      api,
    );
    expect(code.split('\n').filter(line => line !== '')).toEqual([
      "import { connect } from 'latchkit';",
      "import { mainnet } from 'latchkit/networks';",
      "import { createLatchkit } from 'latchkit';",
      'export const kit = createLatchkit({});',
      'export async function block0() {',
      'await connect(kit, {});',
      'return mainnet;',
      '}',
      'export {};',
    ]);
  });

  it('expects an error exactly where the guide says that a line does not compile', () => {
    const lines = {
      told: "export const a: number = 'x'; // does not compile",
      wrong: 'export const a: number = 1; // does not compile',
      untold: "export const a: number = 'x';",
    };
    const modules = Object.entries(lines).map(([name, line]) => ({
      name,
      code: guideModule(guide(line), []),
    }));
    expect(compileModules(modules)).toEqual([
      "wrong: Unused '@ts-expect-error' directive.",
      "untold: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe('referencePage', () => {
  it('prints comment, declaration, members, errors and example of each export, values first', () => {
    const type = { ...value('Alert'), isValue: false, members: [{ name: 'id', comment: 'Unique.' }] };
    const action = {
      ...value('connect'),
      // As TypeScript prints a link.
      comment: 'Connects, see {@link disconnect }.',
      tags: [
        { name: 'throws', text: 'MODAL_CLOSED;\nTIMEOUT' },
        { name: 'example', text: 'await connect(kit);' },
      ],
      signature: 'function connect(): void;',
    };
    const page = referencePage({ title: 'latchkit', exports: [type, action] });
    expect(page.indexOf('## connect')).toBeLessThan(page.indexOf('## Alert'));
    expect(page).toContain('Connects, see `disconnect`.');
    expect(page).toContain('```ts\nfunction connect(): void;\n```');
    expect(page).toContain('**Throws**\n\n- MODAL_CLOSED; TIMEOUT');
    expect(page).toContain('```tsx\nawait connect(kit);\n```');
    expect(page).toContain('- `id`: Unique.');
  });
});
