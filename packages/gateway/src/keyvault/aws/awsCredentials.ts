import { readFile } from 'node:fs/promises';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { AwsCredentials } from './signAwsRequest.js';

/** Finds what signs calls of AWS, whenever it is needed. @throws BaseError `KEYS_INVALID`. */
export type FindCredentials = () => Promise<AwsCredentials>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds before they end at which credentials are asked for again. */
const EARLY = 300_000;
const TIMEOUT = 5_000;
const CONTAINER = 'http://169.254.170.2';

const answer = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  Token: z.string().optional(),
  Expiration: z.string().optional(),
});

/**
 * Credentials as AWS hands them to a process: in the environment, or for its container (ECS, EKS Pod Identity), where they
 * change by themselves.
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
      throw new BaseError('KEYS_INVALID', 'There are no credentials for AWS', {
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
      throw new BaseError('KEYS_INVALID', `The container's credentials were refused: ${response.status}`);
    }
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = answer.parse(await response.json());
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
    const ends = Expiration === undefined ? Number.POSITIVE_INFINITY : Date.parse(Expiration);
    kept = { credentials, until: ends - EARLY };
    return credentials;
  };
}
