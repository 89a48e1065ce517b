import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Says whether somebody answers at a port of this machine, over IPv4 or IPv6. */
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

/** Says whether a port of this machine is free. Connecting is asked too: a listener on one address family leaves the other free. */
export async function isPortFree(port) {
  if ((await answers(port, '127.0.0.1')) || (await answers(port, '::1'))) return false;
  return new Promise(resolve => {
    const server = net.createServer();
    server.on('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/**
 * Below the ports that systems hand out on their own, to outgoing connections and to servers that name none (on Linux from
 * 32768): no other program takes one of these by chance before it is used.
 */
const [FIRST, COUNT] = [20_000, 12_000];

/** One file per port that a living process has found, so that no two are given the same one. */
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

/** Reserves a port for this process until it ends; false where another living process has it. */
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

/** The process that reserved a port; one that is about to write its number counts as this process. */
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

/** A port of this machine that is free, and that no other test is given while this process lives. */
export async function freePort() {
  const start = Math.floor(Math.random() * COUNT);
  for (let index = 0; index < COUNT; index += 1) {
    const port = FIRST + ((start + index) % COUNT);
    if (reserve(port) && (await isPortFree(port))) return port;
  }
  throw new Error(
    `No port from ${FIRST} to ${FIRST + COUNT - 1} is free. Their reservations are in ${reservations}.`,
  );
}

/** Several of them. @param {number} count */
export async function freePorts(count) {
  const ports = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}
