/** Sends a signal to a process group. Says whether there is such a group. */
export function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Says whether a process of a group is left. */
export const isGroupAlive = group => signalGroup(group, 0);
