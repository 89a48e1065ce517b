import type { StoredPermission, StorePermissionBody } from 'latchkit/protocol';

/** What the wallet service does with the permissions of its own wallets. Accounts are CAIP-10 ids. */
export interface PermissionRecords {
  /** Stores a permission, once. @throws HttpError 409 `TOO_MANY_PERMISSIONS`. */
  record(
    projectId: string,
    account: string,
    page: { readonly origin: string; readonly granted: StorePermissionBody },
  ): Promise<void>;
  /** Those of an account in all projects, newest first. */
  list(account: string): Promise<readonly StoredPermission[]>;
  /** Marks a permission as revoked in all projects. */
  end(account: string, context: string): Promise<void>;
}
