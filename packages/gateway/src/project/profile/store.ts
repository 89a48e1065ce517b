import * as z from 'zod';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { NameLabel } from './nameLabel.js';

const nameRow = z.object({
  label: z.string(),
  address: z.string(),
  attributes: z.record(z.string(), z.string()),
});

/** A registered name. */
export type NameRow = Readonly<z.infer<typeof nameRow>>;

/** A name to register. */
export interface NewName extends NameLabel {
  /** EIP-55. */
  readonly address: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Milliseconds for which a released name is blocked. */
const BLOCKED = 90 * 24 * 60 * 60 * 1_000;

/** Changes of one account's name, in one transaction. */
export interface NameChanges {
  /** Marks a signed message as used. Returns false if it was used before. */
  use(digest: string, until: Date): Promise<boolean>;
  ownName(): Promise<NameRow | undefined>;
  /** Returns false if the name, or one that looks like it, is taken or blocked. */
  add(name: NewName): Promise<boolean>;
  /** Registers a name that its account offered to this one. Returns false if there is no such offer. */
  accept(name: NewName): Promise<boolean>;
  /** Returns false if the account doesn't have the name. */
  release(label: string): Promise<boolean>;
  /** Returns false if the account doesn't have the name. */
  offer(label: string, to: string): Promise<boolean>;
}

export interface NameStore {
  find(label: string): Promise<NameRow | undefined>;
  ofAddress(address: string): Promise<NameRow | undefined>;
  /** Returns those of the looks whose names are taken or blocked. */
  taken(looks: readonly string[]): Promise<ReadonlySet<string>>;
  /** Every name that is registered, the older first. */
  all(): Promise<readonly (NameRow & { readonly look: string })[]>;
  /** Changes the name of an account; one change of an account at a time. Rolls back what `run` rejects. */
  change<Result>(address: string, run: (changes: NameChanges) => Promise<Result>): Promise<Result>;
}

const COLUMNS = 'label, address, attributes';

/** @param now - Milliseconds since 1970. */
export function nameStore(database: Database, now: () => number): NameStore {
  const read = async (runner: SqlRunner, where: string, value: string) => {
    const [row] = await runner.query(
      `select ${COLUMNS} from account_names where ${where} = $1 and released_at is null`,
      [value],
    );
    return row && nameRow.parse(row);
  };
  const firstFree = () => new Date(now() - BLOCKED);
  return {
    find: label => read(database, 'label', label),
    ofAddress: address => read(database, 'address', address),
    async taken(looks) {
      const rows = await database.query(
        `select look from account_names
         where look in (select jsonb_array_elements_text($1::jsonb))
           and (released_at is null or released_at > $2)`,
        [JSON.stringify(looks), firstFree()],
      );
      return new Set(rows.map(row => z.object({ look: z.string() }).parse(row).look));
    },
    async all() {
      const rows = await database.query(
        `select ${COLUMNS}, look from account_names where released_at is null order by registered_at, label`,
      );
      return rows.map(row => nameRow.extend({ look: z.string() }).parse(row));
    },
    change: (address, run) =>
      database.transaction(async runner => {
        await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 6478))', [address]);
        return run(changes(runner, address));
      }),
  };

  function changes(runner: SqlRunner, address: string): NameChanges {
    const changed = async (
      set: string,
      label: string,
      values: readonly (string | Date | null)[],
      owner: string,
    ) => {
      const rows = await runner.query(
        `update account_names set ${set} where label = $1 and released_at is null and ${owner} = $2 returning label`,
        [label, address, ...values],
      );
      return rows.length > 0;
    };
    return {
      async use(digest, until) {
        await runner.query('delete from used_name_messages where expires_at < $1', [new Date(now())]);
        const rows = await runner.query(
          'insert into used_name_messages (digest, expires_at) values ($1, $2) on conflict do nothing returning digest',
          [digest, until],
        );
        return rows.length > 0;
      },
      ownName: () => read(runner, 'address', address),
      async add({ label, skeleton, look, attributes }) {
        // The look has no unique index, because names that were alike before stay.
        await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 6479))', [look]);
        await runner.query(
          'delete from account_names where (skeleton = $1 or look = $2) and released_at <= $3',
          [skeleton, look, firstFree()],
        );
        const rows = await runner.query(
          `insert into account_names (label, skeleton, address, attributes, registered_at)
           select $1, $2, $3, $4::jsonb, $5 where not exists (select 1 from account_names where look = $6)
           on conflict do nothing returning label`,
          [label, skeleton, address, JSON.stringify(attributes), new Date(now()), look],
        );
        return rows.length > 0;
      },
      accept: ({ label, attributes }) =>
        changed(
          'address = $2, offered_to = null, attributes = $3::jsonb, registered_at = $4',
          label,
          [JSON.stringify(attributes), new Date(now())],
          'offered_to',
        ),
      release: label => changed('released_at = $3, offered_to = null', label, [new Date(now())], 'address'),
      offer: (label, to) => changed('offered_to = $3', label, [to], 'address'),
    };
  }
}
