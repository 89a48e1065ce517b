import { z } from 'zod/mini';

const Record = z.object({
  authorised: z.boolean(),
  chainId: z.number(),
  /** Chains added by wallet_addEthereumChain: RPC address by chain id. */
  added: z.record(z.string(), z.string()),
});

type PermissionState = z.infer<typeof Record>;

/** What a wallet remembers of this page. With a key it outlives a reload, in localStorage. */
export interface PermissionRecord {
  readonly state: PermissionState;
  update(change: Partial<PermissionState>): void;
}

export function createPermissionRecord(initial: PermissionState, key: string | undefined): PermissionRecord {
  let state = (key && read(key)) || initial;
  return {
    get state() {
      return state;
    },
    update(change) {
      state = { ...state, ...change };
      if (!key) return;
      try {
        localStorage.setItem(key, JSON.stringify(state));
      } catch {
        // Blocked or full storage: the wallet forgets at the next reload, nothing worse.
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
