import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';

/** Bytes of a chunk, and what encryption adds to it. */
const CHUNK = 64 * 1_024;
const TAG = 16;

/**
 * Encrypts a stream in chunks with AES-256-GCM (the STREAM construction of Hoang et al.): a chunk's nonce contains its number and
 * whether it is the last, so chunks cannot be exchanged, repeated or cut off. The key must be of this stream alone.
 *
 * @param context - Authenticated with every chunk.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  context: string,
): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG });
    cipher.setAAD(Buffer.from(context, 'utf8'));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/**
 * Decrypts what {@link sealStream} encrypted.
 *
 * @throws BaseError `BACKUP_INVALID` if a byte was changed, or the end is missing.
 */
export async function* openStream(
  source: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  context: string,
): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK + TAG)) {
    yield opened(bytes, key, nonceOf(index, isLast), context);
    index += 1;
  }
}

function opened(bytes: Buffer, key: Uint8Array, nonce: Buffer, context: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
  } catch (cause) {
    throw new BaseError('BACKUP_INVALID', 'The backup is damaged or incomplete', { cause });
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = Number(isLast);
  return nonce;
}

/** Divides a stream into pieces of one size; only the last may be shorter, or empty. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    length += part.byteLength;
    // One byte more, because the last chunk must be known as such.
    if (length <= size) continue;
    let bytes = Buffer.concat(waiting);
    for (; bytes.length > size; bytes = bytes.subarray(size))
      yield { bytes: bytes.subarray(0, size), isLast: false };
    waiting = [bytes];
    length = bytes.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
