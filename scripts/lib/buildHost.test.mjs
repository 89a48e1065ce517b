import { describe, expect, it } from 'vitest';
import { filesOf, staticClosure, wantedClosure } from './buildHost.mjs';

const manifest = {
  'main.tsx': { file: 'main.js', imports: ['_react.js'], dynamicImports: ['modal.js'], isEntry: true },
  '_react.js': { file: 'react.js' },
  'modal.js': {
    file: 'modal.js',
    imports: ['_react.js', '_shared.js'],
    dynamicImports: ['views/Connect.js', 'views/Account.js'],
    css: ['modal.css'],
  },
  '_shared.js': { file: 'shared.js', imports: ['main.tsx'] },
  'views/Connect.js': { file: 'connect.js' },
  'views/Account.js': { file: 'account.js' },
};

describe('staticClosure', () => {
  it('follows static imports, and stops at cycles and dynamic imports', () => {
    expect([...staticClosure(manifest, ['main.tsx'])]).toEqual(['main.tsx', '_react.js']);
  });
});

describe('wantedClosure', () => {
  it('follows the selected dynamic imports', () => {
    const closure = wantedClosure(manifest, ['main.tsx'], key => !key.includes('Account'));
    expect(filesOf(manifest, closure).sort()).toEqual([
      'connect.js',
      'main.js',
      'modal.css',
      'modal.js',
      'react.js',
      'shared.js',
    ]);
  });
});
