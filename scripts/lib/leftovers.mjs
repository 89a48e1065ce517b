import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Processes that carry `NAME=value` in the environment they were started with, this one left out. Linux only. */
export function processesWith(name, value) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap(pid => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${name}=${value}`)) return [];
        return [
          {
            pid: Number(pid),
            command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
          },
        ];
      } catch {
        // It ended while we looked, or belongs to somebody else.
        return [];
      }
    })
    .filter(({ command }) => command !== '');
}

/** The same, after up to three seconds for those that are just ending. */
export async function leftovers(name, value) {
  for (let round = 0; round < 30 && processesWith(name, value).length > 0; round += 1) await wait(100);
  return processesWith(name, value);
}
