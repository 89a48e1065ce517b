/** Counts open sockets per address. */
export interface AddressCounts {
  /** Adds one; returns the function that removes it, or undefined at the limit. */
  take(address: string): (() => void) | undefined;
}

/** @param most - Limit per address; 0: no limit. */
export function addressCounts(most: number): AddressCounts {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const count = counts.get(address) ?? 0;
      if (most > 0 && count >= most) return undefined;
      counts.set(address, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (counts.get(address) ?? 1) - 1;
        if (left > 0) counts.set(address, left);
        else counts.delete(address);
      };
    },
  };
}
