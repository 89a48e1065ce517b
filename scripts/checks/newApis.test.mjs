import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { newApis } from './newApis.mjs';

/** The folders of what browsers run. The wallets for tests run in them too. */
const FOLDERS = ['packages/latchkit/src', 'packages/keyring/src', 'apps/frame/src', 'apps/demo/src'];
/** `anySignal` uses the API where there is one. */
const isSource = file =>
  /\.tsx?$/.test(file) && !/(?:\.test(?:-support)?\.tsx?|protocol\/anySignal\.ts)$/.test(file);

describe('newApis', () => {
  it('are in no code that browsers run (MOD-05)', () => {
    const found = FOLDERS.flatMap(folder =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .flatMap(file =>
          newApis(readFileSync(inRoot(folder, file), 'utf8')).map(
            line => `${path.join(folder, file)}: ${line}`,
          ),
        ),
    );
    expect(found).toEqual([]);
  });

  it('are found in code, not in comments', () => {
    const source = [
      'AbortSignal.any([a, b]);',
      'URL.canParse(text);',
      'list.toSorted();',
      'list.with(0, 1);',
      'Promise.withResolvers();',
      'Object.groupBy(list, of);',
      '// AbortSignal.any',
      '/** Unlike `URL.canParse` */',
      'list.sort(); AbortSignal.timeout(1); list.findLast(is); list.at(-1);',
    ].join('\n');
    expect(newApis(source)).toHaveLength(6);
  });
});
