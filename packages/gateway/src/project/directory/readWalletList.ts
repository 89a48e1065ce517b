import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import { isAddress, readImage } from '../assets/readImage.js';
import type { ListedWallet } from './ListedWallet.js';
import { walletEntry } from './walletEntry.js';

const MAX_WALLETS = 200;

const list = z.strictObject({ wallets: z.array(z.unknown()).min(1).max(MAX_WALLETS) });

/** Reports an image that could not be fetched. */
type ImageAway = (walletId: string, error: unknown) => void;

/**
 * Reads an operator's list of wallets with their images. Images given as URLs are downloaded.
 *
 * @param path - A JSON file: `{ "wallets": [{ id, name, homepage, … }] }`.
 * @param imageAway - Called instead of throwing when a URL yields no image; the wallet then has no image of its own.
 * @throws BaseError `INVALID_WALLET_LIST`, which names the entry and its field.
 */
export async function readWalletList(path: string, imageAway?: ImageAway): Promise<readonly ListedWallet[]> {
  const entries = await readEntries(path);
  const ids = new Set<string>();
  const wallets: ListedWallet[] = [];
  for (const [index, entry] of entries.entries()) {
    const where = `${path}: wallets[${index}]${nameOf(entry)}`;
    const result = walletEntry.safeParse(entry);
    if (!result.success) {
      const [issue] = result.error.issues;
      const field = (issue?.path ?? []).map(part => `${String(part)}: `).join('');
      throw invalid(`${where}: ${field}${issue?.message}`);
    }
    const { image, ...facts } = result.data;
    if (ids.has(facts.id)) throw invalid(`${where}: id: is listed twice`);
    ids.add(facts.id);
    try {
      wallets.push(image === undefined ? facts : { ...facts, image: await readImage(image, dirname(path)) });
    } catch (error) {
      if (image !== undefined && isAddress(image) && imageAway) {
        imageAway(facts.id, error);
        wallets.push(facts);
      } else {
        throw invalid(`${where}: image: ${error instanceof Error ? error.message : ''}`, error);
      }
    }
  }
  return wallets;
}

async function readEntries(path: string): Promise<readonly unknown[]> {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw invalid(`${path} cannot be read`, cause);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw invalid(`${path} is not JSON`, cause);
  }
  const result = list.safeParse(json);
  if (result.success) return result.data.wallets;
  const [issue] = result.error.issues;
  throw invalid(`${path}: ${issue?.path.join(' ') || 'file'}: ${issue?.message}`);
}

/** The id of an entry, so that it can be found in a long file. */
function nameOf(entry: unknown): string {
  const { success, data } = z.object({ id: z.string().max(60) }).safeParse(entry);
  return success ? ` (${data.id})` : '';
}

function invalid(message: string, cause?: unknown): BaseError {
  return new BaseError('INVALID_WALLET_LIST', message, {
    details:
      'Expected { "wallets": [{ "id", "name", "homepage", "evm", "solana", "bitcoin" or "polkadot", … }] }.',
    cause,
  });
}
