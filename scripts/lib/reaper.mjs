// Ends process groups when its parent process ends. This works even after a SIGKILL, which closes the pipe to stdin.
// Reads lines from stdin: `+GROUP` adds a group, `-GROUP` removes it. See `supervisor.mjs`.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isGroupAlive, signalGroup } from './processGroups.mjs';

const groups = new Set();
// Ignore Ctrl-C: the parent handles it and stops the groups in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
}

const patience = Number(process.argv[2]);
const deadline = Date.now() + patience;
for (const group of groups) signalGroup(group, 'SIGTERM');
while ([...groups].some(isGroupAlive) && Date.now() < deadline) await wait(50);
for (const group of groups) signalGroup(group, 'SIGKILL');
