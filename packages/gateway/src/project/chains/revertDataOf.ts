import { type Hex, isHex } from 'viem';
import * as z from 'zod';

/** Some nodes nest the revert data one level deeper. */
const refusal = z.union([
  z.looseObject({ data: z.string() }).transform(({ data }) => data),
  z.looseObject({ data: z.looseObject({ data: z.string() }) }).transform(({ data }) => data.data),
]);

/** The revert data in a JSON-RPC error's text; undefined if the node doesn't report it. */
export function revertDataOf(error: string): Hex | undefined {
  try {
    const data = refusal.parse(JSON.parse(error));
    return isHex(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
