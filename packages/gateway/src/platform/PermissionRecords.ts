import type { StoredPermission, StorePermissionBody } from 'latchkit/protocol';

/** A permission that pages of a project asked for. */
export interface ProjectPermission extends StoredPermission {
  readonly projectId: string;
}

/** What the wallet service does with the permissions of its own wallets. Accounts are CAIP-10 ids. */
export interface PermissionRecords {
  /** Stores a permission, once. @throws HttpError 409 `TOO_MANY_PERMISSIONS`. */
  record(
    projectId: string,
    account: string,
    page: { readonly origin: string; readonly granted: StorePermissionBody },
  ): Promise<void>;
  /** Those of an account in all projects, newest first. */
  list(account: string): Promise<readonly ProjectPermission[]>;
  /** Marks a permission as revoked in all projects. */
  end(account: string, context: string): Promise<void>;
}
