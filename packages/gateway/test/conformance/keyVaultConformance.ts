import { describe, expect, it } from 'vitest';
import type { KeyVault } from '../../src/platform/ports/KeyVault.js';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);

/** Tests that every `KeyVault` must pass. `open` always uses the same keys, `other` different ones. */
export function keyVaultConformance(
  name: string,
  open: () => Promise<KeyVault>,
  other: () => Promise<KeyVault>,
): void {
  describe(name, () => {
    it('unwraps its wrapped keys, even after a restart', async () => {
      const first = await open();
      await first.health();
      const wrapped = await first.wrap(key, 'row 1');
      expect(wrapped.keyId).toBe(first.currentKeyId());
      expect(Buffer.from(wrapped.blob).includes(Buffer.from(key))).toBe(false);
      expect(Buffer.from(await (await open()).unwrap(wrapped, 'row 1'))).toEqual(Buffer.from(key));
    });

    it('refuses another context, another blob and keys of another vault [SEC-46]', async () => {
      const vault = await open();
      const wrapped = await vault.wrap(key, 'row 1');
      await expect(vault.unwrap(wrapped, 'row 2')).rejects.toMatchObject({ code: 'KEY_REFUSED' });
      const blob = Uint8Array.from(wrapped.blob);
      blob[blob.length - 1] = (blob[blob.length - 1] ?? 0) ^ 1;
      await expect(vault.unwrap({ ...wrapped, blob }, 'row 1')).rejects.toMatchObject({
        code: 'KEY_REFUSED',
      });
      await expect((await other()).unwrap(wrapped, 'row 1')).rejects.toMatchObject({ code: 'KEY_REFUSED' });
    });
  });
}
