import * as z from 'zod';
import { IMAGE_TYPES, type ImageContent } from '../../platform/http/ImageContent.js';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { ProjectImage } from './projectWallet.js';

/** Maximum number of images in memory; the oldest are evicted. */
const MAX_KEPT = 100;

const row = z.object({ type: z.enum(IMAGE_TYPES), content: z.instanceof(Uint8Array) });

/** Finds images of projects' wallets by hash, and caches them; the image of a hash never changes. */
export function projectImages(database: Database): (hash: string) => Promise<ImageContent | undefined> {
  const kept = new Map<string, ImageContent>();
  return async hash => {
    const known = kept.get(hash);
    if (known !== undefined) return known;
    const sql = 'select type, content from project_wallet_images where hash = $1 limit 1';
    const [found] = await database.query(sql, [hash]);
    if (found === undefined) return undefined;
    const { type, content } = row.parse(found);
    const image = { type, content: new Uint8Array(content) };
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? hash);
    kept.set(hash, image);
    return image;
  };
}

/** Stores the images of a project's wallets, and deletes those that none of its wallets uses. */
export async function saveProjectImages(
  runner: SqlRunner,
  projectId: string,
  images: readonly ProjectImage[],
  hashes: readonly string[],
): Promise<void> {
  for (const { hash, type, content } of images) {
    await runner.query(
      `insert into project_wallet_images (project_id, hash, type, content) values ($1, $2, $3, $4)
       on conflict (project_id, hash) do nothing`,
      [projectId, hash, type, Buffer.from(content)],
    );
  }
  await runner.query(
    `delete from project_wallet_images
     where project_id = $1 and hash not in (select jsonb_array_elements_text($2::jsonb))`,
    [projectId, JSON.stringify(hashes)],
  );
}
