import { Counter, Gauge, type Registry } from 'prom-client';
import type { Connected, ConnectionFigures, PoolFigures } from './ports/ConnectionFigures.js';
import type { Database } from './ports/Database.js';

/** Metrics of the connections to databases and Redis, read at each scrape. */
export interface ConnectionMetrics {
  /** Adds a database. PGlite has no pool, and so no figures. */
  databaseIs(name: 'gateway' | 'vault', database: Pick<Database, 'pool'>): void;
  /** Adds a component that may use a Redis server. */
  redisIs(connected: Connected): void;
}

/** @param registry - The gateway's registry. */
export function connectionMetrics(registry: Registry): ConnectionMetrics {
  const databases = new Map<string, Pick<Database, 'pool'>>();
  const connected: Connected[] = [];
  const figures = sampled(registry);
  const ofPools = (read: (pool: PoolFigures) => readonly (readonly [Labels, number])[]) => () =>
    [...databases].flatMap(([database, { pool }]) =>
      pool === undefined
        ? []
        : read(pool()).map(([labels, value]): Sample => [{ database, ...labels }, value]),
    );
  const ofConnections = (read: (connection: ConnectionFigures) => number) => () =>
    connected
      .flatMap(one => one.connections?.() ?? [])
      .map((one): Sample => [{ connection: one.name }, read(one)]);

  figures.gauge(
    'database_connections',
    'Connections to the database that are open',
    ['database', 'state'],
    ofPools(({ idle, busy }) => [
      [{ state: 'idle' }, idle],
      [{ state: 'busy' }, busy],
    ]),
  );
  figures.gauge(
    'database_connections_max',
    'Connections to the database that may be open',
    ['database'],
    ofPools(({ max }) => [[{}, max]]),
  );
  figures.gauge(
    'database_waiting',
    'Callers that wait for a connection to the database',
    ['database'],
    ofPools(({ waiting }) => [[{}, waiting]]),
  );
  figures.counter(
    'database_query_timeouts_total',
    'Statements that the database did not answer in time',
    ['database'],
    ofPools(({ timeouts }) => [[{}, timeouts]]),
  );
  figures.gauge(
    'redis_connected',
    '1 while the connection to Redis is up, else 0',
    ['connection'],
    ofConnections(({ isConnected }) => Number(isConnected)),
  );
  figures.gauge(
    'redis_breaker_open',
    '1 while commands are refused because Redis did not answer in time, else 0',
    ['connection'],
    ofConnections(({ isBreakerOpen }) => Number(isBreakerOpen)),
  );
  figures.counter(
    'redis_commands_failed_total',
    'Commands to Redis that failed or were refused',
    ['connection'],
    ofConnections(({ failed }) => failed),
  );
  return {
    databaseIs: (name, database) => void databases.set(name, database),
    redisIs: one => void connected.push(one),
  };
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** Creates metrics whose values are read at each scrape. */
function sampled(registry: Registry) {
  const common = (name: string, help: string, labelNames: string[]) => ({
    name: `latchkit_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    gauge(name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void {
      new Gauge({
        ...common(name, help, labelNames),
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.set(labels, value);
        },
      });
    },
    counter(name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void {
      new Counter({
        ...common(name, help, labelNames),
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.inc(labels, value);
        },
      });
    },
  };
}
