/** The storage and the locks of a browser, as the windows of its pages have them. */
export function storedPages() {
  const kept = new Map<string, string>();
  const held = new Set<string>();
  type Work = (lock: object | null) => Promise<unknown>;
  const request = async (name: string, ...rest: readonly [Work] | readonly [object, Work]) => {
    const work = rest.length === 1 ? rest[0] : rest[1];
    if (rest.length === 2) return work(held.has(name) ? null : {});
    held.add(name);
    return work({}).finally(() => held.delete(name));
  };
  return {
    window: {
      localStorage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, text: string) => void kept.set(name, text),
      },
      navigator: { locks: { request } },
    },
    /** The browser releases the locks of its pages, which do nothing more. */
    crash: () => held.clear(),
  };
}
