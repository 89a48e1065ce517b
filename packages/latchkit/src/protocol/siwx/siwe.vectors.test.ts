import { readFileSync } from 'node:fs';
import { isHex, verifyMessage } from 'viem';
import { describe, expect, it } from 'vitest';
import { isError } from '../BaseError.js';
import { checkSiwxMessage } from './checkSiwxMessage.js';
import { formatSiwxMessage } from './formatSiwxMessage.js';
import { parseSiwxMessage } from './parseSiwxMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';

interface Vector extends Omit<SiwxMessage, 'chainId' | 'accountAddress' | 'scheme'> {
  readonly scheme?: string | null;
  readonly address?: string;
  readonly chainId?: number | string;
  readonly signature: string;
  readonly time?: string;
  readonly domainBinding?: string;
  readonly matchNonce?: string;
}

function vectors<Shape>(name: string): [string, Shape][] {
  const text = readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), 'utf8');
  return Object.entries(JSON.parse(text) as Record<string, Shape>);
}

function toMessage({ address, chainId, scheme, ...fields }: Partial<Vector>): SiwxMessage {
  const { signature, time, domainBinding, matchNonce, ...rest } = fields;
  return {
    ...rest,
    ...(scheme === null || scheme === undefined ? {} : { scheme }),
    ...(address === undefined ? {} : { accountAddress: address }),
    ...(chainId === undefined ? {} : { chainId: `eip155:${chainId}` }),
  } as SiwxMessage;
}

/** Everything that a service checks: the fields, and the signature of an account without code. */
async function verify(vector: Vector): Promise<boolean> {
  const fields = toMessage(vector);
  const text = formatSiwxMessage(fields);
  const message = parseSiwxMessage(text, 'eip155');
  const problem = checkSiwxMessage(message, {
    domain: vector.domainBinding ?? vector.domain,
    nonce: vector.matchNonce ?? vector.nonce,
    chainId: message.chainId,
    accountAddress: message.accountAddress,
    now: vector.time === undefined ? Date.now() : Date.parse(vector.time),
  });
  if (problem) return false;
  const { signature } = vector;
  const address = message.accountAddress;
  if (!isHex(signature) || !isHex(address)) return false;
  return verifyMessage({ address, message: text, signature }).catch(() => false);
}

describe('parseSiwxMessage on the vectors of siwe', () => {
  it.each(vectors<{ message: string; fields: Vector }>('parsing_positive'))(
    'reads: %s [ENT-21]',
    (_, { message, fields }) => {
      const parsed = parseSiwxMessage(message, 'eip155');
      expect(parsed).toEqual(toMessage(fields));
      expect(formatSiwxMessage(parsed)).toBe(message);
    },
  );

  it.each(vectors<string>('parsing_negative'))('refuses: %s', (_, text) => {
    expect(() => parseSiwxMessage(text, 'eip155')).toThrow('Invalid sign-in message');
  });

  it.each(vectors<{ message: string }>('eip1271'))(
    'reads the message of a contract account: %s',
    (_, { message }) => {
      expect(formatSiwxMessage(parseSiwxMessage(message, 'eip155'))).toBe(message);
    },
  );
});

describe('formatSiwxMessage on the vectors of siwe', () => {
  it.each(vectors<Vector>('parsing_negative_objects'))('refuses: %s', (_, fields) => {
    let caught: unknown;
    try {
      formatSiwxMessage(toMessage(fields));
    } catch (error) {
      caught = error;
    }
    expect(isError(caught, 'INVALID_SIWX_MESSAGE')).toBe(true);
    expect(caught).toHaveProperty('details', expect.stringMatching(/\w{4}.*\.$/));
  });
});

describe('checkSiwxMessage on the vectors of siwe', () => {
  it.each(vectors<Vector>('verification_positive'))('accepts: %s', async (_, vector) => {
    expect(await verify(vector)).toBe(true);
  });

  it.each(vectors<Vector>('verification_negative'))('refuses: %s', async (name, vector) => {
    const answer = verify(vector);
    if (/^invalid/.test(name)) await expect(answer).rejects.toThrow('Invalid sign-in message');
    else expect(await answer).toBe(false);
  });
});
