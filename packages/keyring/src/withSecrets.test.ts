import { describe, expect, it } from 'vitest';
import { withSecrets } from './withSecrets.js';

describe('withSecrets', () => {
  it('overwrites every secret when the work succeeds and when it fails', async () => {
    const bytes = [Uint8Array.of(1, 2), Uint8Array.of(3), Uint8Array.of(4)] as const;
    const seen = await withSecrets(async secret => [...secret(bytes[0]), ...secret(bytes[1])]);
    expect(seen).toEqual([1, 2, 3]);
    await expect(
      withSecrets(secret => {
        secret(bytes[2]);
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
    expect(bytes.map(one => [...one])).toEqual([[0, 0], [0], [0]]);
  });
});
