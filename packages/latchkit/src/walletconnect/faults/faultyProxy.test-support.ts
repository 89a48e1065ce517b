import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { frameReader, type WireFrame } from './frameReader.test-support.js';

/** What becomes of a frame inside of a socket that lives; `late`: others overtake it. */
export type Fate = 'pass' | 'drop' | 'twice' | 'late';

/** Decides about each text frame. */
export type Fates = (text: string, from: 'client' | 'relay') => Fate;

/** Milliseconds that a late frame stays behind. */
const LATE = 50;

export interface FaultyProxy {
  /** Leads to the relay. */
  readonly url: string;
  /** How many connections were made. */
  readonly connections: number;
  /** Cuts every connection, in the middle of what is being said. */
  cut(): void;
  /** Holds everything back until it is called again with false. */
  hold(held: boolean): void;
  stop(): Promise<void>;
}

/**
 * A TCP proxy before a relay that cuts and delays; what was on its way when it cuts is lost. With `fates` it also drops,
 * repeats and reorders the frames of a socket that goes on.
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
