import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('the stand-ins for the contracts of permissions', () => {
  it('are compiled from their source as it is now', () => {
    const read = (file: string) => readFileSync(new URL(`../contracts/${file}`, import.meta.url), 'utf8');
    const hash = createHash('sha256').update(read('sessions.sol')).digest('hex');
    expect(read('sessions.json')).toContain(hash);
  });
});
