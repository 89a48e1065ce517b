import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';

/**
 * Creates a file that only its owner may read, unless it exists. Readers, also after a crash, see the complete file or none:
 * it is written and synced under a temporary name first.
 *
 * @returns whether it was created.
 */
export async function createFileAtomic(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
