import { readFile } from 'node:fs/promises';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import { absent } from '../../absent.js';
import type { AwsCredentials } from './signAwsRequest.js';

/**
 * Returns valid credentials for signing AWS requests.
 *
 * @throws BaseError `KEYS_INVALID`.
 */
export type FindCredentials = () => Promise<AwsCredentials>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Credentials are renewed this many milliseconds before they expire. */
const EARLY = 300_000;
const TIMEOUT = 5_000;
const CONTAINER = 'http://169.254.170.2';

const answer = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: absent(z.string()),
  Expiration: absent(z.string()),
});

/**
 * Finds credentials as AWS passes them to a process: in the environment, or from the container's endpoint (ECS, EKS Pod
 * Identity), which rotates them.
 */
export function awsCredentials(env: Environment): FindCredentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) {
    const sessionToken = env.AWS_SESSION_TOKEN || undefined;
    return async () => ({ accessKeyId, secretAccessKey, sessionToken });
  }
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env;
  const url = path ? CONTAINER + path : full;
  if (!url) {
    return async () => {
      throw new BaseError('KEYS_INVALID', 'No AWS credentials found', {
        details: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the container a role',
      });
    };
  }
  return fromContainer(url, env);
}

function fromContainer(url: string, env: Environment): FindCredentials {
  let kept: { readonly credentials: AwsCredentials; readonly until: number } | undefined;
  return async () => {
    if (kept !== undefined && kept.until > Date.now()) return kept.credentials;
    const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: text } = env;
    const token = file ? (await readFile(file, 'utf8')).trim() : text;
    const response = await fetch(url, {
      headers: token ? { authorization: token } : {},
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) {
      throw new BaseError(
        'KEYS_INVALID',
        `The container's credentials endpoint responded with status ${response.status}`,
      );
    }
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = answer.parse(await response.json());
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
    const ends = Expiration === undefined ? Number.POSITIVE_INFINITY : Date.parse(Expiration);
    kept = { credentials, until: ends - EARLY };
    return credentials;
  };
}
