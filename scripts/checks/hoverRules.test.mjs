import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { ungatedHovers } from './hoverRules.mjs';

const SKIPPED = ['node_modules', 'dist'];

/** Lists every style sheet under a folder. */
function sheets(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : sheets(file);
    return entry.name.endsWith('.css') ? [file] : [];
  });
}

describe('ungatedHovers', () => {
  it('finds only rules that would stick after a touch', () => {
    const css = `
      /* .comment:hover { } */
      .a:hover { color: red; }
      .b { color: red; &:hover { color: blue; } }
      @media (min-width: 10px) { .c:is(:hover, :active) { color: red; } }
      @media (hover: hover) { .d:hover { color: red; } }
      @media (hover:hover){.g:hover{color:red}}
      @media (hover: hover) and (min-width: 10px) { @supports (color: red) { .e:hover { color: red; } } }
      .f:active { color: red; }`;
    expect(ungatedHovers(css)).toEqual(['.a:hover', '&:hover', '.c:is(:hover, :active)']);
  });

  it('finds none in any style sheet of the repository', () => {
    const found = ['packages', 'apps'].flatMap(folder =>
      sheets(inRoot(folder)).flatMap(file =>
        ungatedHovers(readFileSync(file, 'utf8')).map(rule => `${path.relative(inRoot('.'), file)}: ${rule}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
