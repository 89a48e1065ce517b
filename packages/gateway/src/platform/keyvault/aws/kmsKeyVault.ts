import { setTimeout as pause } from 'node:timers/promises';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import { absent } from '../../absent.js';
import type { KeyVault } from '../../ports/KeyVault.js';
import type { FindCredentials } from './awsCredentials.js';
import { signAwsRequest } from './signAwsRequest.js';

const TIMEOUT = 5_000;

/** Milliseconds before each retry of a call that failed or was throttled. */
const PAUSES = [100, 400];

/** KMS errors for a wrong ciphertext, key or context. */
const REFUSALS = [
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'NotFoundException',
  'AccessDeniedException',
];

const KEY_ARN = /^arn:aws[\w-]*:kms:([\w-]+):\d{12}:key\/[\w-]+$/;

const failure = z.object({ __type: absent(z.string()), message: absent(z.string()) });
const encrypted = z.object({ CiphertextBlob: z.base64() });
const decrypted = z.object({ Plaintext: z.base64() });

export interface KmsKeyVaultOptions {
  /** ARN of the key that wraps. Older keys unwrap what they wrapped, as long as they are enabled. */
  readonly keyArn: string;
  readonly credentials: FindCredentials;
  /** Endpoint of KMS. Default: that of the key's region. */
  readonly endpoint?: string | undefined;
}

/**
 * Keys in AWS KMS, which never leave it. The context of each data key is its `EncryptionContext`: KMS refuses to decrypt with
 * another one, and records it in its own log.
 *
 * @throws BaseError `KEYS_INVALID` if `keyArn` is not the ARN of a key.
 */
export function kmsKeyVault({ keyArn, credentials, endpoint }: KmsKeyVaultOptions): KeyVault {
  if (!KEY_ARN.test(keyArn))
    throw new BaseError('KEYS_INVALID', 'The KMS key must be the ARN of a key, not an alias');

  const once = async (operation: string, keyId: string, body: string): Promise<Response> => {
    const region = KEY_ARN.exec(keyId)?.[1] ?? '';
    const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com`);
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    };
    const request = { method: 'POST', url, headers, body, service: 'kms', region } as const;
    const signed = signAwsRequest(request, await credentials(), new Date());
    return fetch(url, { method: 'POST', headers: signed, body, signal: AbortSignal.timeout(TIMEOUT) });
  };
  const call = async <Answer>(
    operation: string,
    body: { readonly KeyId: string } & Readonly<Record<string, unknown>>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      const wait = PAUSES[attempt];
      const response = await once(operation, body.KeyId, JSON.stringify(body)).catch(cause => {
        if (wait === undefined || cause instanceof BaseError) throw cause;
        return undefined;
      });
      if (response?.ok) return answer.parse(await response.json());
      if (response !== undefined) {
        const { __type: type = '' } = failure.safeParse(await response.json().catch(() => ({}))).data ?? {};
        const name = type.split('#').at(-1) ?? '';
        const isBusy = response.status >= 500 || name === 'ThrottlingException';
        if (!isBusy || wait === undefined) throw refused(operation, name || String(response.status));
      }
      await pause(wait);
    }
  };
  const wrap: KeyVault['wrap'] = async (key, context) => {
    const { CiphertextBlob } = await call(
      'Encrypt',
      {
        KeyId: keyArn,
        Plaintext: Buffer.from(key).toString('base64'),
        EncryptionContext: { latchkit: context },
      },
      encrypted,
    );
    return { keyId: keyArn, blob: Buffer.from(CiphertextBlob, 'base64') };
  };
  const unwrap: KeyVault['unwrap'] = async ({ keyId, blob }, context) => {
    if (!KEY_ARN.test(keyId)) throw refused('Decrypt', 'NotFoundException');
    const { Plaintext } = await call(
      'Decrypt',
      {
        KeyId: keyId,
        CiphertextBlob: Buffer.from(blob).toString('base64'),
        EncryptionContext: { latchkit: context },
      },
      decrypted,
    );
    return Buffer.from(Plaintext, 'base64');
  };
  return {
    id: 'aws-kms',
    isForDevelopment: false,
    currentKeyId: () => keyArn,
    wrap,
    unwrap,
    async health() {
      // Checks that the credentials allow both operations before any data is changed.
      const probe = Buffer.alloc(32);
      await unwrap(await wrap(probe, 'health'), 'health');
    },
  };
}

function refused(operation: string, name: string): BaseError {
  const isOther = REFUSALS.includes(name);
  return new BaseError(
    isOther ? 'KEY_REFUSED' : 'KEYS_UNAVAILABLE',
    `KMS refused to ${operation.toLowerCase()}: ${name}`,
  );
}
