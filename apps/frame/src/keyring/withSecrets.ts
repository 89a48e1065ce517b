/** Takes note of bytes that are a secret, and answers them. */
export type KeepSecret = <Bytes extends Uint8Array>(bytes: Bytes) => Bytes;

/** Runs `work`; every secret that it took note of is overwritten with zeros afterwards, however it ends. */
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
