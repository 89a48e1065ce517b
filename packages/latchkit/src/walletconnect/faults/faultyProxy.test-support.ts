import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultyProxy {
  /** Leads to the relay. */
  readonly url: string;
  /** Cuts every connection, in the middle of what is being said. */
  cut(): void;
  /** Holds everything back until it is called again with false. */
  hold(held: boolean): void;
  stop(): Promise<void>;
}

/** A TCP proxy before a relay that cuts and delays; what was on its way when it cuts is lost. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let held = false;
  const server = createServer(client => {
    const relay = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [client, relay],
      [relay, client],
    ] as const) {
      sockets.add(from);
      from.on('data', data => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (held) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    hold(now) {
      held = now;
      for (const socket of sockets) held ? socket.pause() : socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
