/** A call to a JSON-RPC server. */
export interface ServerCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a JSON-RPC server returned. */
export type ServerAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };
