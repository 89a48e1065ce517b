/** Sends a signal to a process group. Returns whether the group exists. */
export function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a process group still has a process. */
export const isGroupAlive = group => signalGroup(group, 0);
