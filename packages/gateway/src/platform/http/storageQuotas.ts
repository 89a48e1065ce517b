import * as z from 'zod';
import { memoryCache } from '../adapters/memory/memoryCache.js';
import type { Cache } from '../ports/Cache.js';
import type { SqlRunner } from '../ports/Database.js';
import { HttpError } from './HttpError.js';
import type { RateLimiterEvents } from './rateLimiter.js';

const MEGABYTE = 1_000_000;

/** Milliseconds for which stored bytes count. */
const DAY = 24 * 60 * 60 * 1_000;

/** How much all projects together may store, in quotas of one project. */
const ALL_PROJECTS = 20;

/**
 * What anyone can store without a login: bytes per project and day, and the part of them for callers in one network. The wallet service
 * has limits of its own and takes nothing from these.
 */
export const STORAGE_QUOTAS = {
  /** Events and error reports. */
  event: { bytes: 100 * MEGABYTE, network: 0.1 },
  /** Sign-ins with a wallet, by accounts that the project does not know. */
  'sign-in': { bytes: 50 * MEGABYTE, network: 0.05 },
  /** Permissions that accounts granted. */
  permission: { bytes: 20 * MEGABYTE, network: 0.1 },
  /** Purchases that were begun. */
  order: { bytes: 10 * MEGABYTE, network: 0.05 },
  /** Account names. */
  name: { bytes: 5 * MEGABYTE, network: 0.05 },
} as const satisfies Readonly<Record<string, StorageQuota>>;

export type StoredKind = keyof typeof STORAGE_QUOTAS;

interface StorageQuota {
  readonly bytes: number;
  /** Part of the quota, from 0 to 1. */
  readonly network: number;
}

/** Something that a caller is about to store. */
interface Storing {
  readonly kind: StoredKind;
  readonly projectId: string;
  readonly network: string;
  readonly bytes: number;
}

export interface StorageQuotas {
  /**
   * Counts bytes against the quotas of a kind.
   *
   * @throws HttpError 429 `RATE_LIMITED`, with the seconds until the quota is free again.
   */
  take(storing: Storing): Promise<void>;
}

interface StorageQuotasOptions {
  readonly cache: Cache;
  readonly events: RateLimiterEvents;
  /** Bytes of events per project and day. */
  readonly eventBytes?: number | undefined;
  /** What a project stored on its largest day before there were quotas. */
  readonly floorOf: (projectId: string, kind: StoredKind) => Promise<number>;
}

/** Counts in the cache that replicas share, and the totals also here: a flood of networks can push them out of a cache in memory. */
export function storageQuotas({ cache, events, eventBytes, floorOf }: StorageQuotasOptions): StorageQuotas {
  const own = { totals: memoryCache(), networks: memoryCache() };
  const count = async (key: string, bytes: number, kept: Cache) => {
    const here = await kept.increment(key, bytes, DAY);
    const shared = await cache.increment(`stored:${key}`, bytes, DAY).catch((error: unknown) => {
      events.degraded(error);
      return here;
    });
    return shared.count > here.count ? shared : here;
  };
  return {
    async take({ kind, projectId, network, bytes }) {
      const quota: StorageQuota = STORAGE_QUOTAS[kind];
      const floor = await floorOf(projectId, kind);
      const most = Math.max(kind === 'event' ? (eventBytes ?? quota.bytes) : quota.bytes, floor);
      const limits = [
        // First, so that one network's excess takes nothing from the others. Its first bytes always fit.
        {
          key: `${kind}:${projectId}:${network}`,
          limit: Math.max(most * quota.network, floor, bytes),
          kept: own.networks,
        },
        { key: `${kind}:${projectId}`, limit: most, kept: own.totals },
        { key: kind, limit: Math.max(most, quota.bytes) * ALL_PROJECTS, kept: own.totals },
      ];
      for (const { key, limit, kept } of limits) {
        const state = await count(key, bytes, kept);
        if (state.count <= limit) continue;
        events.refused(`stored ${kind}`);
        const retryAfter = Math.max(1, Math.ceil(state.resetsIn / 1_000));
        throw new HttpError(429, 'RATE_LIMITED', `Too many bytes of this kind are stored today: ${kind}`, {
          context: { retryAfter },
        });
      }
    },
  };
}

/** Reads what projects stored on their largest days, which never changes. */
export function storageFloors(database: SqlRunner): StorageQuotasOptions['floorOf'] {
  let read: Promise<ReadonlyMap<string, number>> | undefined;
  const readAll = async () => {
    const rows = await database.query(
      'select project_id as "projectId", kind, bytes::float8 as bytes from storage_floors',
    );
    const row = z.object({ projectId: z.string(), kind: z.string(), bytes: z.number() });
    return new Map(rows.map(one => row.parse(one)).map(one => [`${one.kind}:${one.projectId}`, one.bytes]));
  };
  return async (projectId, kind) => {
    read ??= readAll();
    try {
      return (await read).get(`${kind}:${projectId}`) ?? 0;
    } catch (error) {
      read = undefined;
      throw error;
    }
  };
}
