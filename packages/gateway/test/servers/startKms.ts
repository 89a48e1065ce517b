import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

/** A local key management service. */
export interface LocalKms {
  readonly url: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly keyArn: string;
  readonly otherKeyArn: string;
  /** Responds to so many calls with an error. */
  failNext(count: number, status: number, type: string): void;
  /** Names of the handled operations. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

const arn = (id: string) => `arn:aws:kms:eu-central-1:111122223333:key/${id}`;

const input = z.object({
  KeyId: z.string().optional(),
  Plaintext: z.base64().optional(),
  CiphertextBlob: z.base64().optional(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
});
type Input = z.infer<typeof input>;

class KmsError extends Error {
  constructor(
    readonly type: string,
    readonly status = 400,
  ) {
    super(type);
  }
}

/**
 * Implements the JSON protocol of AWS KMS, `Encrypt` and `Decrypt`, with real keys in memory: checks each call's signature
 * (Signature Version 4) and time, and binds every ciphertext to its key and encryption context.
 */
export async function startKms(): Promise<LocalKms> {
  const credentials = { accessKeyId: 'AKIDLOCAL', secretAccessKey: randomBytes(30).toString('base64') };
  const keys = new Map([arn('one'), arn('two')].map(id => [id, randomBytes(32)]));
  const calls: string[] = [];
  const failures: KmsError[] = [];

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = await text(request);
    verify(request, body, credentials);
    const failed = failures.shift();
    if (failed) throw failed;
    const [service, operation = ''] = String(request.headers['x-amz-target']).split('.');
    if (service !== 'TrentService') throw new KmsError('UnknownOperationException');
    const asked = input.parse(JSON.parse(body));
    calls.push(operation);
    if (operation === 'Encrypt') return encrypt(keys, asked);
    if (operation === 'Decrypt') return decrypt(keys, asked);
    throw new KmsError('UnknownOperationException');
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, content: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(content));
    answer(request).then(
      content => send(200, content),
      error =>
        error instanceof KmsError
          ? send(error.status, { __type: `com.amazonaws.kms#${error.type}`, message: error.type })
          : send(500, { __type: 'KMSInternalException' }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    keyArn: arn('one'),
    otherKeyArn: arn('two'),
    calls,
    failNext(count, status, type) {
      failures.push(...Array.from({ length: count }, () => new KmsError(type, status)));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const AAD = ({ EncryptionContext }: Input) =>
  Buffer.from(JSON.stringify(Object.entries(EncryptionContext).sort(([a], [b]) => (a < b ? -1 : 1))));

function encrypt(keys: ReadonlyMap<string, Buffer>, asked: Input) {
  const { KeyId = '', Plaintext = '' } = asked;
  const key = keys.get(KeyId);
  if (key === undefined) throw new KmsError('NotFoundException');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(AAD(asked));
  const sealed = Buffer.concat([cipher.update(Buffer.from(Plaintext, 'base64')), cipher.final()]);
  // As in AWS KMS, the blob contains the key's id.
  const name = Buffer.from(KeyId.padEnd(80), 'utf8');
  return {
    KeyId,
    CiphertextBlob: Buffer.concat([name, nonce, cipher.getAuthTag(), sealed]).toString('base64'),
  };
}

function decrypt(keys: ReadonlyMap<string, Buffer>, asked: Input) {
  const blob = Buffer.from(asked.CiphertextBlob ?? '', 'base64');
  const KeyId = blob.subarray(0, 80).toString('utf8').trim();
  const key = keys.get(KeyId);
  if (key === undefined) throw new KmsError('InvalidCiphertextException');
  if (asked.KeyId !== undefined && asked.KeyId !== KeyId) throw new KmsError('IncorrectKeyException');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(80, 92))
      .setAAD(AAD(asked))
      .setAuthTag(blob.subarray(92, 108));
    const opened = Buffer.concat([decipher.update(blob.subarray(108)), decipher.final()]);
    return { KeyId, Plaintext: opened.toString('base64') };
  } catch {
    throw new KmsError('InvalidCiphertextException');
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/kms\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

/** Verifies Signature Version 4, implemented from its specification. */
function verify(request: IncomingMessage, body: string, own: LocalKms['credentials']): void {
  const { headers } = request;
  const [, id, day = '', region = '', names = '', signature = ''] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (id !== own.accessKeyId || !time.startsWith(day)) throw new KmsError('UnrecognizedClientException');
  if (!(Math.abs(at - Date.now()) < 300_000)) throw new KmsError('InvalidSignatureException');
  const required = ['host', 'x-amz-date', 'x-amz-target'];
  if (!required.every(name => names.split(';').includes(name)))
    throw new KmsError('InvalidSignatureException');
  const digest = (content: string) => createHash('sha256').update(content).digest('hex');
  let canonical = `${request.method}\n${request.url}\n\n`;
  for (const name of names.split(';')) canonical += `${name}:${String(headers[name]).trim()}\n`;
  canonical += `\n${names}\n${digest(body)}`;
  let key = createHmac('sha256', `AWS4${own.secretAccessKey}`).update(day).digest();
  for (const part of [region, 'kms', 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  const scope = `${day}/${region}/kms/aws4_request`;
  const expected = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest(canonical)}`)
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    throw new KmsError('InvalidSignatureException');
}
