import * as z from 'zod/mini';
import { listOf } from '../listOf.js';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));

/** A type of ERC-7715 and its values, as the wallet understands them. */
const terms = z.object({ type: text(200), data: z.record(z.string(), z.unknown()) });

const granted = {
  context: text(32_768),
  method: z.enum(['wallet_grantPermissions', 'wallet_requestExecutionPermissions']),
  /** The account that may act. */
  to: text(200),
  /** In seconds since 1970. */
  expiry: z.int().check(z.gte(0)),
  permission: terms,
  rules: z.array(terms).check(z.maxLength(20)),
  /** The ERC-7710 contract that redeems `context`, if there is one. */
  delegationManager: z.nullable(text(200)),
  dependencies: z.array(z.object({ factory: text(200), factoryData: text(32_768) })).check(z.maxLength(10)),
};

/** A permission as a wallet granted it (ERC-7715). The account in the path of the call granted it. */
export const storePermissionBody = z.object(granted);

/** A permission as a wallet granted it. */
export type StorePermissionBody = z.infer<typeof storePermissionBody>;

/** Response of `POST /v1/sessions/{id}`. */
export const storePermissionAnswer = z.object({
  /** The permission's id. */
  pci: z.string(),
});

/** A permission that the gateway stores. Times are ISO 8601. */
export const storedPermission = z.object({
  ...granted,
  pci: z.string(),
  createdAt: z.string(),
  revokedAt: z.nullable(z.string()),
  /** The host of the page that asked for it. */
  domain: z.string(),
});

/** A permission that the gateway stores. */
export type StoredPermission = z.infer<typeof storedPermission>;

/** Response of `GET /v1/sessions/{id}`, newest first; the id is the account's CAIP-10 id. */
export const storedPermissionsAnswer = z.object({ data: listOf(storedPermission) });

/** Body of `POST /v1/sessions/{id}/revoke`. */
export const revokePermissionBody = z.object({
  pci: text(200),
  /** The account's signature over `revokePermissionMessage`. */
  signature: text(65_536),
});

/** Response of `POST /v1/sessions/{id}/revoke`. */
export const revokePermissionAnswer = z.object({ pci: z.string(), revokedAt: z.string() });
