import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyVaultConformance } from '../../../../test/conformance/keyVaultConformance.js';
import { type LocalKms, startKms } from '../../../../test/servers/startKms.js';
import { awsCredentials } from './awsCredentials.js';
import { kmsKeyVault } from './kmsKeyVault.js';
import { signAwsRequest } from './signAwsRequest.js';

let kms: LocalKms;
/** Another account, whose keys have the same names. */
let foreign: LocalKms;
beforeAll(async () => {
  kms = await startKms();
  foreign = await startKms();
});
afterAll(async () => {
  await kms.close();
  await foreign.close();
});

const open = async (keyArn = kms.keyArn, credentials = kms.credentials) =>
  kmsKeyVault({ keyArn, endpoint: kms.url, credentials: async () => credentials });
const key = Buffer.alloc(32, 7);

keyVaultConformance('kmsKeyVault', open, async () =>
  kmsKeyVault({ keyArn: kms.keyArn, endpoint: foreign.url, credentials: async () => foreign.credentials }),
);

describe('kmsKeyVault', () => {
  it('fails with other credentials before any data is changed', async () => {
    const wrong = await open(kms.keyArn, { ...kms.credentials, secretAccessKey: 'other' });
    await expect(wrong.health()).rejects.toMatchObject({ code: 'KEYS_UNAVAILABLE' });
    await expect((await open()).health()).resolves.toBeUndefined();
  });

  it('retries when KMS throttles or fails, and gives up after the third attempt', async () => {
    const vault = await open();
    for (const [status, type] of [
      [400, 'ThrottlingException'],
      [500, 'KMSInternalException'],
    ] as const) {
      kms.failNext(2, status, type);
      await expect(vault.wrap(key, 'a')).resolves.toMatchObject({ keyId: kms.keyArn });
      kms.failNext(3, status, type);
      await expect(vault.wrap(key, 'a')).rejects.toMatchObject({ code: 'KEYS_UNAVAILABLE' });
    }
  });

  it('unwraps with the previous key after a rotation', async () => {
    const before = await (await open()).wrap(key, 'a');
    expect(Buffer.from(await (await open(kms.otherKeyArn)).unwrap(before, 'a'))).toEqual(key);
  });

  it('accepts only the ARN of a key', async () => {
    await expect(open('alias/latchkit')).rejects.toMatchObject({ code: 'KEYS_INVALID' });
  });
});

describe('signAwsRequest', () => {
  it('matches the example in the AWS documentation', () => {
    // "Signature Version 4 signing process", the complete example: ListUsers of IAM.
    const { authorization } = signAwsRequest(
      {
        method: 'GET',
        url: new URL('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08'),
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: '',
        service: 'iam',
        region: 'us-east-1',
      },
      { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
      new Date('2015-08-30T12:36:00Z'),
    );
    expect(authorization).toContain('5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7');
  });
});

describe('awsCredentials', () => {
  it('uses those of the environment, or those of the container until shortly before they expire', async () => {
    expect(await awsCredentials({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })()).toEqual({
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: undefined,
    });
    await expect(awsCredentials({})()).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      if (request.headers.authorization !== 'secret') return response.writeHead(403).end();
      const minutes = asked === 1 ? 4 : 60;
      const Expiration = new Date(Date.now() + minutes * 60_000).toISOString();
      return response.end(
        JSON.stringify({ AccessKeyId: `a${asked}`, SecretAccessKey: 'b', Token: 'c', Expiration }),
      );
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/creds`;
    const find = awsCredentials({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'secret',
    });
    const ids = [await find(), await find(), await find()].map(({ accessKeyId }) => accessKeyId);
    expect(ids).toEqual(['a1', 'a2', 'a2']);
    await expect(awsCredentials({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })()).rejects.toMatchObject({
      code: 'KEYS_INVALID',
    });
    server.close();
  });
});
