import type { SqlRow, SqlValue } from '../../ports/Database.js';

/** A request to a database's thread. `within`: the transaction that a statement belongs to. */
export type PgliteRequest =
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly sql: string;
      readonly values: readonly SqlValue[];
      readonly within?: number | undefined;
    }
  | {
      readonly id: number;
      readonly kind: 'script';
      readonly sql: string;
      readonly within?: number | undefined;
    }
  /** Resolves once the transaction has begun; its number is the request's id. */
  | { readonly id: number; readonly kind: 'begin' }
  | { readonly id: number; readonly kind: 'end'; readonly within: number; readonly commit: boolean }
  | { readonly id: number; readonly kind: 'close' };

/** A response of the thread; a query's contains `rows`. */
export type PgliteAnswer =
  | { readonly id: number; readonly rows?: readonly SqlRow[] }
  | {
      readonly id: number;
      readonly failed: { readonly name: string; readonly message: string; readonly code?: string };
    };
