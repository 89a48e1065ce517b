import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STORED_ROWS } from '../../test/storedRows.js';
import { STORAGE_QUOTAS } from '../platform/http/storageQuotas.js';

const SOURCE = join(import.meta.dirname, '..');

/** Tables in the statements that insert rows, by the last part of their names. */
function insertedTables(): ReadonlySet<string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join(SOURCE, file), 'utf8'));
  const names = texts.flatMap(text =>
    [...text.matchAll(/\binsert\s+into\s+(?:\$\{[\w.]+\}\.)?(\$\{\w+\}|\w+)/gi)].map(([, name = '']) => name),
  );
  // `name` is that of a table of a backup.
  return new Set(names.map(name => name.replace(/^\$\{(\w+)\}$/, '$$$1')).filter(name => name !== '$name'));
}

describe('the rows that the services store', () => {
  it('are known: who makes them, and for strangers the quota and the end [SEC-115]', () => {
    expect([...insertedTables()].sort()).toEqual(Object.keys(STORED_ROWS).sort());
    for (const [table, { who, quota, end }] of Object.entries(STORED_ROWS)) {
      if (who !== 'anyone') continue;
      expect(quota, table).toBeTruthy();
      const [file = '', code = ''] = end ?? [];
      expect(readFileSync(join(SOURCE, file), 'utf8'), table).toContain(code);
    }
    const named = Object.values(STORED_ROWS).map(
      ({ quota }) => /STORAGE_QUOTAS\['([\w-]+)'\]/.exec(quota ?? '')?.[1],
    );
    expect(named.filter(kind => kind !== undefined).sort()).toEqual(Object.keys(STORAGE_QUOTAS).sort());
  });
});
