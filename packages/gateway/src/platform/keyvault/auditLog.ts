import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import type { RootSecret } from './rootSecret.js';

/** Serializes the entries of one store; the letters 'AUDI'. */
const LOCK_KEY = 0x41554449;

/** The hash before the first entry. */
const START = '0'.repeat(43);

/** Entries per query while the log is verified. */
const PAGE = 1_000;

/** Entries that are removed at once. */
const REMOVED = 5_000;

/** An event, without addresses, codes or keys: its subject is stored as a blind index. */
export interface AuditEntry {
  readonly action: string;
  /** The id of a user, a wallet or a sign-in. Stored as a blind index. */
  readonly subject: string;
  /** An installation's thumbprint, `operator` or `service`. */
  readonly actor: string;
  readonly meta?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Selects entries. */
export interface AuditSelection {
  /** Ids as in `AuditEntry.subject`. */
  readonly subjects: readonly string[];
  readonly actions: readonly string[];
  /** Only entries with a lower number. Default: all. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** An entry of the log as it is read. */
export interface AuditRecord extends Pick<AuditEntry, 'action' | 'actor'> {
  /** Its number in the log. */
  readonly seq: number;
  readonly at: Date;
  /** Its `meta.login`, which the entries of one login share. Undefined: the entry is part of no login. */
  readonly login: string | undefined;
}

/** The result of verifying the log. */
export interface AuditReport {
  readonly entries: number;
  /** `SEQ:HASH` of the newest entry. A copy kept elsewhere proves later that nothing before it was removed. */
  readonly head: string;
  /** The first entry that does not follow from the previous one; undefined: all do. */
  readonly brokenAt: number | undefined;
  /** The first of the given heads that is not in the log, so the log was truncated or rewritten; undefined: all are. */
  readonly missing: string | undefined;
}

/** A log in which every entry authenticates all entries before it. */
export interface AuditLog {
  /** @param within - The transaction that the entry is part of. Default: a separate one. */
  append(entry: AuditEntry, within?: SqlRunner): Promise<void>;
  /** Returns the entries of some subjects, the newest first. */
  read(selection: AuditSelection): Promise<readonly AuditRecord[]>;
  /** The newest entry, as `SEQ:HASH`. */
  head(): Promise<string>;
  /**
   * Verifies every entry.
   *
   * @param heads - Earlier heads, which must still be in the log.
   */
  verify(heads?: readonly string[]): Promise<AuditReport>;
  /** Removes the oldest entries up to a time, some thousands at most, and authenticates where the log starts now. Returns their number. */
  removeUntil(time: Date): Promise<number>;
}

const row = z.object({
  seq: z.coerce.number(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  meta: z.record(z.string(), z.unknown()),
  h: z.string(),
});
type Row = z.infer<typeof row>;

const recordRow = row.pick({ seq: true, at: true, actor: true, action: true, meta: true });

const headRow = z.object({ seq: z.coerce.number(), h: z.string() });
type Head = z.infer<typeof headRow>;

const startRow = headRow.extend({ mac: z.string() });

/** The log in `schema.audit`. */
export function auditLog(database: Database, schema: string, secret: RootSecret): AuditLog {
  const key = secret.derive('audit log');
  const hash = (previous: string, entry: Omit<Row, 'h'>) =>
    createHmac('sha256', key).update(canonical(previous, entry)).digest('base64url');
  const head = async (runner: SqlRunner) => {
    const [found] = await runner.query(`select seq, h from ${schema}.audit_head`);
    return found === undefined ? { seq: 0, h: START } : headRow.parse(found);
  };
  /** The newest removed entry. An attacker who controls only the database cannot move it, because its code needs the store's key. */
  const startCode = ({ seq, h }: Head) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['start', seq, h]))
      .digest('base64url');
  const start = async (): Promise<Head | undefined> => {
    const [found] = await database.query(`select seq, h, mac from ${schema}.audit_start`);
    if (found === undefined) return { seq: 0, h: START };
    const { mac, ...last } = startRow.parse(found);
    return isEqual(mac, startCode(last)) ? last : undefined;
  };
  const append = async ({ action, subject, actor, meta = {} }: AuditEntry, runner: SqlRunner) => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    const last = await head(runner);
    const entry = {
      seq: last.seq + 1,
      at: new Date(),
      actor,
      action,
      subject: secret.index('audit', subject),
      meta,
    };
    const h = hash(last.h, entry);
    await runner.query(
      `with entry as (
         insert into ${schema}.audit (seq, at, actor, action, subject, meta, h)
         values ($1, $2, $3, $4, $5, $6::jsonb, $7) returning seq, h
       )
       insert into ${schema}.audit_head (one, seq, h) select true, seq, h from entry
       on conflict (one) do update set seq = excluded.seq, h = excluded.h`,
      [entry.seq, entry.at, actor, action, entry.subject, JSON.stringify(meta), h],
    );
  };
  return {
    append: (entry, within) =>
      within ? append(entry, within) : database.transaction(runner => append(entry, runner)),
    async read({ subjects, actions, before = Number.MAX_SAFE_INTEGER, limit }) {
      const indexes = subjects.map(subject => secret.index('audit', subject));
      const rows = await database.query(
        `select seq, at, actor, action, meta from ${schema}.audit
         where subject in (select jsonb_array_elements_text($1::jsonb))
           and action in (select jsonb_array_elements_text($2::jsonb)) and seq < $3
         order by seq desc limit $4`,
        [JSON.stringify(indexes), JSON.stringify(actions), before, limit],
      );
      return rows.map(found => {
        const { meta, ...record } = recordRow.parse(found);
        return { ...record, login: typeof meta.login === 'string' ? meta.login : undefined };
      });
    },
    async head() {
      const { seq, h } = await head(database);
      return `${seq}:${h}`;
    },
    async verify(heads = []) {
      const end = await head(database);
      const first = await start();
      let last = first ?? { seq: 0, h: START };
      // What was removed can no longer be compared.
      const unseen = new Set(heads.filter(one => Number(one.split(':')[0]) > last.seq));
      unseen.delete(`${last.seq}:${last.h}`);
      const report = (brokenAt: number | undefined): AuditReport => ({
        entries: end.seq,
        head: `${end.seq}:${end.h}`,
        brokenAt,
        missing: heads.find(one => unseen.has(one)),
      });
      if (first === undefined) return report(1);
      for (;;) {
        const rows = await database.query(
          `select seq, at, actor, action, subject, meta, h from ${schema}.audit where seq > $1
           order by seq limit ${PAGE}`,
          [last.seq],
        );
        for (const entry of rows.map(found => row.parse(found))) {
          if (entry.seq !== last.seq + 1 || !isEqual(entry.h, hash(last.h, entry)))
            return report(last.seq + 1);
          last = { seq: entry.seq, h: entry.h };
          unseen.delete(`${entry.seq}:${entry.h}`);
        }
        if (rows.length < PAGE) break;
      }
      // New entries may have been added meanwhile: the check is that nothing up to the head was removed.
      return report(last.seq < end.seq ? last.seq + 1 : undefined);
    },
    removeUntil: time =>
      database.transaction(async runner => {
        await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
        const rows = await runner.query(
          `select seq, at, h from ${schema}.audit order by seq limit ${REMOVED}`,
        );
        const oldest = rows.map(found => row.pick({ seq: true, at: true, h: true }).parse(found));
        const kept = oldest.findIndex(({ at }) => at >= time);
        const removed = kept < 0 ? oldest : oldest.slice(0, kept);
        const last = removed.at(-1);
        if (last === undefined) return 0;
        await runner.query(`delete from ${schema}.audit where seq <= $1`, [last.seq]);
        await runner.query(
          `insert into ${schema}.audit_start (one, seq, h, mac) values (true, $1, $2, $3)
           on conflict (one) do update set seq = excluded.seq, h = excluded.h, mac = excluded.mac`,
          [last.seq, last.h, startCode(last)],
        );
        return removed.length;
      }),
  };
}

/** Sorts the keys of `meta`, because the database does not preserve their order. */
function canonical(previous: string, { seq, at, actor, action, subject, meta }: Omit<Row, 'h'>): string {
  const facts = Object.entries(meta).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([previous, seq, at.toISOString(), actor, action, subject, facts]);
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
