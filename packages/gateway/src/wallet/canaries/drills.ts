import { Gauge, type Registry } from 'prom-client';
import * as z from 'zod';
import { errorFields, type Log } from '../../platform/jsonLog.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { DRILL_INTERVALS, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import {
  type CanaryDrill,
  type CanaryEntrances,
  listCanaries,
  recordDrill,
  visitCanaries,
} from './canaryWallets.js';

/** A drill: `device` and `recovery` are run by the service; `restore` and `custodians` by people. */
export type DrillKind = keyof typeof DRILL_INTERVALS;

/** The newest result of a drill. */
export interface DrillState {
  readonly kind: DrillKind;
  /** ISO 8601; null: it never ran. */
  readonly at: string | null;
  /** Seconds since it ran. */
  readonly age: number | null;
  /** Null: it succeeded. */
  readonly failure: string | null;
  readonly isOverdue: boolean;
}

const KINDS = Object.keys(DRILL_INTERVALS) as readonly DrillKind[];

const drillRow = z.object({ kind: z.string(), at: z.date(), failure: z.string().nullable() });

/** The newest result of every drill. */
export async function drillStates({ database, schema }: SealedStore): Promise<readonly DrillState[]> {
  const rows = await database.query(
    `select distinct on (kind) kind, at, failure from ${schema}.drills order by kind, at desc`,
  );
  const newest = new Map(rows.map(row => drillRow.parse(row)).map(row => [row.kind, row]));
  return KINDS.map(kind => {
    const found = newest.get(kind);
    if (found === undefined) return { kind, at: null, age: null, failure: null, isOverdue: true };
    const age = Date.now() - found.at.getTime();
    return {
      kind,
      at: found.at.toISOString(),
      age: Math.round(age / 1_000),
      failure: found.failure,
      isOverdue: age > DRILL_INTERVALS[kind].overdue,
    };
  });
}

/** Runs a drill of the canary wallets and records its result. @throws the reason for which it failed. */
export async function runDrill(parts: WalletParts, at: CanaryEntrances, kind: CanaryDrill): Promise<void> {
  try {
    await visitCanaries(parts, at, kind);
  } catch (error) {
    await recordDrill(parts.store, kind, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await recordDrill(parts.store, kind, null);
}

/** Runs the drills when they are due, until it ends. */
export interface Drills {
  /** The newest results, as of the last minute. */
  states(): readonly DrillState[];
  end(): Promise<void>;
}

/** Checks every minute whether a drill is due; one replica runs it. A failed drill is reported and changes nothing else. */
export async function keepDrills(
  parts: WalletParts,
  at: CanaryEntrances,
  registry: Registry,
  log: Log,
): Promise<Drills> {
  const { store } = parts;
  let states = await drillStates(store);
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const once = async () => {
    states = await drillStates(store);
    if ((await listCanaries(store)).length === 0) return;
    for (const kind of ['device', 'recovery'] as const) {
      if (!isDue(states.find(one => one.kind === kind)) || !(await takeTurn(store, kind))) continue;
      await runDrill(parts, at, kind).catch(error =>
        log('error', 'drill_failed', { kind, ...errorFields(error) }),
      );
      states = await drillStates(store);
    }
  };
  const check = () => {
    if (isBusy) return;
    isBusy = true;
    running = once()
      .catch(error => log('error', 'drill_failed', errorFields(error)))
      .finally(() => {
        isBusy = false;
      });
  };
  const timer = setInterval(check, WALLET_TIMES.drillCheck);
  timer.unref();
  drillMetrics(registry, () => states);
  return {
    states: () => states,
    async end() {
      clearInterval(timer);
      await running;
    },
  };
}

function drillMetrics(registry: Registry, states: () => readonly DrillState[]): void {
  new Gauge({
    name: 'latchkit_drill_age_seconds',
    help: 'Time since the last drill of a kind',
    labelNames: ['kind', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, age, failure } of states()) {
        if (age !== null) this.set({ kind, result: failure === null ? 'ok' : 'failed' }, age);
      }
    },
  });
  new Gauge({
    name: 'latchkit_drill_overdue',
    help: '1: a kind of drill is overdue, or never ran',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const { kind, isOverdue } of states()) this.set({ kind }, isOverdue ? 1 : 0);
    },
  });
}

/** Whether a drill must run: one that failed does so again within the hour. */
function isDue(state: DrillState | undefined): boolean {
  if (state?.age == null) return true;
  const { every } = DRILL_INTERVALS[state.kind];
  return (
    state.age * 1_000 >= (state.failure === null ? every : Math.min(every, DRILL_INTERVALS.device.every))
  );
}

/** Whether this replica may run a drill now. A replica that ends in the middle loses its turn after ten minutes. */
async function takeTurn({ database, schema }: SealedStore, kind: string): Promise<boolean> {
  const rows = await database.query(
    `insert into ${schema}.drill_turns as turn (kind, until) values ($1, $3)
     on conflict (kind) do update set until = excluded.until where turn.until < $2 returning 1`,
    [kind, new Date(), new Date(Date.now() + WALLET_TIMES.drillTurn)],
  );
  return rows.length > 0;
}
