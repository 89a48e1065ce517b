import { type Hex, isHex } from 'viem';
import * as z from 'zod';

/** Some nodes put what the contract gave one step deeper. */
const refusal = z.union([
  z.looseObject({ data: z.string() }).transform(({ data }) => data),
  z.looseObject({ data: z.looseObject({ data: z.string() }) }).transform(({ data }) => data.data),
]);

/** What a contract gave with its refusal, from the text of a JSON-RPC error; undefined if the node does not say. */
export function revertDataOf(error: string): Hex | undefined {
  try {
    const data = refusal.parse(JSON.parse(error));
    return isHex(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
