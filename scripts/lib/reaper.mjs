// Ends process groups when the process that started it has gone, however that ended: a SIGKILL closes the pipe too.
// Reads lines from stdin: `+GROUP` adds a group, `-GROUP` forgets it. See `supervisor.mjs`.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { isGroupAlive, signalGroup } from './processGroups.mjs';

const groups = new Set();
// A Ctrl-C is for the parent, which stops the groups in order.
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
