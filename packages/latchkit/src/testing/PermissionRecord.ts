import { z } from 'zod/mini';

const Record = z.object({
  authorised: z.boolean(),
  chainId: z.number(),
  /** Chains added by wallet_addEthereumChain: RPC URL by chain id. */
  added: z.record(z.string(), z.string()),
});

type PermissionState = z.infer<typeof Record>;

/**
 * What a wallet remembers about this page. With a key it is stored in localStorage across reloads, and the permission is that of all
 * tabs, as a browser wallet gives it to a site.
 */
export interface PermissionRecord {
  readonly state: PermissionState;
  update(change: Partial<PermissionState>): void;
}

export function createPermissionRecord(initial: PermissionState, key: string | undefined): PermissionRecord {
  let state = (key && read(key)) || initial;
  return {
    get state() {
      const stored = key && read(key);
      return stored ? { ...state, authorised: stored.authorised } : state;
    },
    update(change) {
      state = { ...this.state, ...change };
      if (!key) return;
      try {
        localStorage.setItem(key, JSON.stringify(state));
      } catch {
        // Storage is blocked or full: the wallet only forgets at the next reload.
      }
    },
  };
}

function read(key: string): PermissionState | undefined {
  try {
    const parsed = Record.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
