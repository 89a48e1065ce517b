import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Checks whether a port accepts a connection on a host. */
const answers = (port, host) =>
  new Promise(resolve => {
    const socket = net.connect({ port, host });
    const end = result => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });

/** Checks whether a port on this machine is free. Also connects, because a listener on one address family leaves the other free. */
export async function isPortFree(port) {
  if ((await answers(port, '127.0.0.1')) || (await answers(port, '::1'))) return false;
  return new Promise(resolve => {
    const server = net.createServer();
    server.on('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/**
 * Below the ephemeral ports (on Linux from 32768), so that the system doesn't assign one to another program before it is used.
 */
const [FIRST, COUNT] = [20_000, 12_000];

/** One file per port that a running process has reserved, so that no two processes get the same port. */
const reservations = path.join(os.tmpdir(), 'latchkit-ports');
const own = new Set();

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Reserves a port for this process until it ends. Returns false if another running process has it. */
function reserve(port) {
  const file = path.join(reservations, String(port));
  mkdirSync(reservations, { recursive: true });
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      if (own.size === 0) process.once('exit', release);
      own.add(file);
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (own.has(file) || isAlive(holderOf(file))) return false;
    rmSync(file, { force: true });
  }
  return false;
}

/** Returns the process that reserved a port. An empty file, whose owner is just writing its id, counts as this process. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

function release() {
  for (const file of own) rmSync(file, { force: true });
}

/** Reserves a free port on this machine. No other test gets it while this process runs. */
export async function freePort() {
  const start = Math.floor(Math.random() * COUNT);
  for (let index = 0; index < COUNT; index += 1) {
    const port = FIRST + ((start + index) % COUNT);
    if (reserve(port) && (await isPortFree(port))) return port;
  }
  throw new Error(
    `No port from ${FIRST} to ${FIRST + COUNT - 1} is free. Stop other test runs, or delete stale reservations in ${reservations}.`,
  );
}

/** Reserves several free ports. @param {number} count */
export async function freePorts(count) {
  const ports = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}
