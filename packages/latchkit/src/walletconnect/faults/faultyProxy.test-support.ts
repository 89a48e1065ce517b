import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { frameReader, type WireFrame } from './frameReader.test-support.js';

/** What happens to a frame on a live socket; `late`: other frames overtake it. */
export type Fate = 'pass' | 'drop' | 'twice' | 'late';

/** Decides what happens to each text frame. */
export type Fates = (text: string, from: 'client' | 'relay') => Fate;

/** Milliseconds by which a late frame is delayed. */
const LATE = 50;

export interface FaultyProxy {
  /** URL that leads to the relay. */
  readonly url: string;
  /** Number of connections opened so far. */
  readonly connections: number;
  /** Cuts every connection, even in the middle of a frame. */
  cut(): void;
  /** Holds back all data until it is called with false. */
  hold(held: boolean): void;
  stop(): Promise<void>;
}

/**
 * A TCP proxy in front of a relay that cuts and delays connections; a cut loses data in transit. With `fates` it also
 * drops, duplicates and reorders frames on a live socket.
 */
export async function faultyProxy(target: string, fates: Fates = () => 'pass'): Promise<FaultyProxy> {
  const { port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let held = false;
  let connections = 0;
  const server = createServer(client => {
    connections += 1;
    const relay = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [client, relay],
      [relay, client],
    ] as const) {
      sockets.add(from);
      const read = frameReader();
      const origin = from === client ? 'client' : 'relay';
      from.on('data', data => {
        for (const frame of read(data)) forward(frame, to, frame.text ? fates(frame.text, origin) : 'pass');
      });
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
    get connections() {
      return connections;
    },
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

function forward({ bytes }: WireFrame, to: Socket, fate: Fate): void {
  const write = () => {
    if (to.writable) to.write(bytes);
  };
  if (fate === 'drop') return;
  if (fate === 'late') setTimeout(write, LATE);
  else write();
  if (fate === 'twice') write();
}
