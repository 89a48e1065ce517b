/** Default maximum size of a response in bytes. */
const MAX_ANSWER = 1024 * 1024;

/** Reads a response of another server. @throws Error if it is larger. */
export async function readText({ body }: Response, maxAnswer = MAX_ANSWER): Promise<string> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return Buffer.concat(parts).toString();
    bytes += part.value.byteLength;
    if (bytes > maxAnswer) {
      await reader?.cancel();
      throw new Error('The answer is too large');
    }
    parts.push(part.value);
  }
}
