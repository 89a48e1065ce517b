import { walletUuid } from 'latchkit/protocol';

/** Stores which social login left this page's tab for the provider. The id is no secret. */
export interface SocialLoginStore {
  read(): string | undefined;
  /** Undefined removes it. */
  write(txn: string | undefined): void;
}

/**
 * Stores it in this page's storage. Without storage it lasts as long as the page, and a login that leaves the page can't
 * continue.
 *
 * @param storage - The page's `localStorage`; access throws if the browser has it disabled.
 */
export function createSocialLoginStore(storage: () => Storage, hostOrigin: string): SocialLoginStore {
  const name = `latchkit-social ${hostOrigin}`;
  let remembered: string | undefined;
  return {
    read() {
      try {
        return walletUuid.safeParse(storage().getItem(name)).data ?? remembered;
      } catch {
        return remembered;
      }
    },
    write(txn) {
      remembered = txn;
      try {
        if (txn === undefined) storage().removeItem(name);
        else storage().setItem(name, txn);
      } catch {
        // Storage is disabled or full.
      }
    },
  };
}
