import type { SqlRow, SqlValue } from '../ports/Database.js';

/** What the thread of a database is asked. `within`: the transaction that a statement belongs to. */
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
  /** Answered once the transaction, whose number is the request's id, has begun. */
  | { readonly id: number; readonly kind: 'begin' }
  | { readonly id: number; readonly kind: 'end'; readonly within: number; readonly commit: boolean }
  | { readonly id: number; readonly kind: 'close' };

/** What the thread answers; `rows` to a query. */
export type PgliteAnswer =
  | { readonly id: number; readonly rows?: readonly SqlRow[] }
  | {
      readonly id: number;
      readonly failed: { readonly name: string; readonly message: string; readonly code?: string };
    };
