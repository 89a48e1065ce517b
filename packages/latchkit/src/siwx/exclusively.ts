/** Does something that only one tab of the page may do at a time, where the browser can tell tabs apart (Web Locks). */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing on pages without https.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(`latchkit.siwx.${name}`, work) : work();
}
