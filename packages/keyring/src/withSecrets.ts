/** Registers bytes as a secret and returns them. */
export type KeepSecret = <Bytes extends Uint8Array>(bytes: Bytes) => Bytes;

/** Runs `work`, then overwrites every registered secret with zeros, whether it succeeded or not. */
export async function withSecrets<Result>(
  work: (secret: KeepSecret) => Promise<Result> | Result,
): Promise<Result> {
  const secrets: Uint8Array[] = [];
  try {
    return await work(bytes => {
      secrets.push(bytes);
      return bytes;
    });
  } finally {
    for (const bytes of secrets) bytes.fill(0);
  }
}
