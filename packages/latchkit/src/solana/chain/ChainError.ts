import { z } from 'zod/mini';

const Data = z.object({ err: z.optional(z.unknown()), logs: z.optional(z.nullable(z.array(z.string()))) });

/** A node's error response, with the logs of the simulated transaction, if any. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: number;
  /** As the node returns it. */
  readonly data: unknown;
  /** The transaction's error, as the node returns it. */
  readonly err: unknown;
  readonly logs: readonly string[];

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message);
    this.code = code;
    this.data = data;
    const parsed = Data.safeParse(data ?? {}).data;
    this.err = parsed?.err;
    this.logs = parsed?.logs ?? [];
  }
}
