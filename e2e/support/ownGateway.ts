import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { services } from '../../scripts/lib/services.mjs';
import type { Stack } from './startStack.js';

/** A gateway of a test's own, which it may kill, and a demo page that uses it. The chains are those of the stack. */
export interface OwnGateway {
  /** The stack with this gateway and demo page. */
  readonly stack: Stack;
  /** Ends the gateway's process at once. */
  kill(): Promise<void>;
  /** Starts the gateway again, on the same ports and database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds until a service that does not start is given up. */
const PATIENCE = 120_000;

/** Starts both as `npm start` does. */
export async function startOwnGateway(stack: Stack): Promise<OwnGateway> {
  const [gateway = 0, frame = 0, vault = 0, demo = 0, idp = 0] = await freePorts(5);
  const data = mkdtempSync(path.join(os.tmpdir(), 'latchkit-own-gateway-'));
  const portOf = (url: string) => new URL(url).port;
  const list = services({
    LATCHKIT_CHAIN_A_PORT: portOf(stack.chainA),
    LATCHKIT_CHAIN_B_PORT: portOf(stack.chainB),
    LATCHKIT_SOLANA_PORT: portOf(stack.solana),
    LATCHKIT_BITCOIN_PORT: portOf(stack.bitcoin),
    LATCHKIT_BUNDLER_PORT: portOf(stack.bundler),
    LATCHKIT_NETWORK_RELAY_PORT: portOf(stack.network),
    LATCHKIT_GATEWAY_PORT: String(gateway),
    LATCHKIT_FRAME_PORT: String(frame),
    LATCHKIT_VAULT_PORT: String(vault),
    LATCHKIT_DEMO_PORT: String(demo),
    LATCHKIT_IDP_PORT: String(idp),
    LATCHKIT_DATA_DIR: data,
  });
  const start = async (name: string) => {
    const service = list.find(one => one.name === name);
    if (!service) throw new Error(`There is no service ${name}.`);
    const [command = '', ...args] = service.launch();
    const env = { PATH: process.env.PATH, ...service.env };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', part => {
        output += String(part);
      });
    const exited = once(child, 'exit');
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    const url = `http://localhost:${service.port}${service.ready.path}`;
    const stop = async () => {
      end();
      await exited;
      process.off('exit', end);
    };
    for (const limit = Date.now() + PATIENCE; ; ) {
      if ((await fetch(url).catch(() => undefined))?.ok) return stop;
      if (child.exitCode !== null || Date.now() > limit) {
        await stop();
        throw new Error(`${name} did not start:\n${output}`);
      }
      await new Promise(passed => setTimeout(passed, 50));
    }
  };
  let endGateway = await start('Gateway');
  const endDemo = await start('Demo').catch(async error => {
    await endGateway();
    throw error;
  });
  const address = (port: number) => `http://localhost:${port}`;
  return {
    stack: {
      ...stack,
      ...{ gateway: address(gateway), frame: address(frame), vault: address(vault), demo: address(demo) },
    },
    kill: () => endGateway(),
    async restart() {
      endGateway = await start('Gateway');
    },
    async stop() {
      await Promise.all([endGateway(), endDemo()]);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
