import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Lists other processes that were started with `NAME=value` in their environment. Linux only. */
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
        // The process has ended, or belongs to another user.
        return [];
      }
    })
    .filter(({ command }) => command !== '');
}

/** Lists the same processes, after waiting up to three seconds for them to end. */
export async function leftovers(name, value) {
  for (let round = 0; round < 30 && processesWith(name, value).length > 0; round += 1) await wait(100);
  return processesWith(name, value);
}
