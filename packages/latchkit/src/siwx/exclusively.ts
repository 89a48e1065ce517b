/** Runs work in one tab of the page at a time, if the browser supports Web Locks. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing on pages without https.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(`latchkit.siwx.${name}`, work) : work();
}
