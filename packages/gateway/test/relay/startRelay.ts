import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { callerAddress } from '../../src/platform/http/clientAddress.js';
import { HttpError } from '../../src/platform/http/HttpError.js';
import { developmentProject } from '../../src/project/projects/developmentProject.js';
import type { Project } from '../../src/project/projects/store.js';
import { createRelay, type Relay, type RelayOptions } from '../../src/project/relay/createRelay.js';
import { memoryMailbox } from '../../src/project/relay/mailbox/memoryMailbox.js';
import { relayMetrics } from '../../src/project/relay/relayMetrics.js';

export interface TestRelay {
  /** For example `ws://127.0.0.1:41234/relay`. */
  readonly url: string;
  readonly port: number;
  readonly relay: Relay;
  /** Errors inside the relay; tests expect none. */
  readonly errors: readonly unknown[];
  /** Metrics in the Prometheus format. */
  metrics(): Promise<string>;
  /** Stops as a gateway does, letting requests finish. */
  stop(): Promise<void>;
  /** Breaks every connection, as a crash does. */
  kill(): Promise<void>;
}

export interface TestRelayOptions extends Partial<Omit<RelayOptions, 'projects' | 'metrics'>> {
  /** Port, for restarting at the same address. Default: a free one. */
  readonly port?: number;
  /** Projects in addition to the development project (32 zeros). */
  readonly projects?: readonly Project[];
}

/** Starts only the relay, without a database, in milliseconds. */
export async function startRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
  const { port = 0, projects = [], ...rest } = options;
  const known = new Map([developmentProject, ...projects].map(project => [project.id, project]));
  const errors: unknown[] = [];
  const registry = new Registry();
  const running = createRelay({
    mailbox: memoryMailbox({}, options.now),
    address: callerAddress([]),
    addresses: [],
    onError: error => errors.push(error),
    ...rest,
    metrics: relayMetrics(registry),
    projects: {
      async get(id) {
        const project = known.get(id);
        if (!project) throw new HttpError(404, 'PROJECT_NOT_FOUND', 'No project has this id');
        return project;
      },
    },
  });
  const server = createServer((_, response) => response.writeHead(404).end());
  const connections = new Set<Socket>();
  server.on('connection', socket => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('upgrade', running.upgrade);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  const closeServer = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `ws://127.0.0.1:${own}/relay`,
    port: own,
    relay: running,
    errors,
    metrics: () => registry.metrics(),
    async stop() {
      await running.close();
      await closeServer();
    },
    async kill() {
      for (const socket of connections) socket.destroy();
      await Promise.all([closeServer(), running.close()]);
    },
  };
}
