import { describe, expect, it } from 'vitest';
import { FRAME_ERRORS, frameErrorText } from './frameErrors.js';
import { FRAME_LIMITS } from './frameLimits.js';
import { plainJsonProblem } from './plainJson.js';
import { writeFrameError } from './readFrameAnswer.js';
import { readFrameRequest, writeFrameRequest } from './readFrameRequest.js';

const id = '0b9c1f0e-6f4f-4a35-9c4c-0d3a3f1a2b5c';
const good = () => writeFrameRequest(id, 'CONNECT_EMAIL', { email: 'ada@example.com' });
const bad = (change: object, known = true) => ({
  read: readFrameRequest({ ...good(), ...change }),
  refused: { id, type: known ? 'CONNECT_EMAIL' : undefined, code: 'BAD_MESSAGE' },
});

describe('readFrameRequest', () => {
  it('reads a request', () => {
    const request = { id, type: 'CONNECT_EMAIL', payload: { email: 'ada@example.com' } };
    expect(readFrameRequest(good())).toEqual(request);
  });

  it('SEC-05: refuses an unknown type, an extra key, a wrong type and a missing payload', () => {
    const cases = [
      bad({ type: 'APP/STEAL_KEY' }, false),
      bad({ type: 'CONNECT_EMAIL' }, false),
      bad({ type: 'APP/constructor' }, false),
      bad({ extra: 1 }),
      bad({ payload: { email: 'ada@example.com', extra: 1 } }),
      bad({ payload: { email: 7 } }),
      bad({ payload: undefined }),
      bad({ v: '1' }),
    ];
    for (const { read, refused } of cases) expect(read).toEqual(refused);
  });

  it('SEC-05: refuses prototype keys, at any depth', () => {
    // The schema accepts any JSON as parameters: only the check of the keys rejects these.
    const asked = (keys: string) => {
      const param = JSON.parse(keys.replaceAll('KEY', '"deep":[{"inner"'));
      const payload = { method: 'eth_call', params: [param], chainId: 'eip155:1', chainNamespace: 'eip155' };
      return readFrameRequest(writeFrameRequest(id, 'RPC_REQUEST', payload));
    };
    expect(asked('{KEY:{"admin":true}}]}')).not.toHaveProperty('code');
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      for (const keys of [`{"${key}":{"admin":true}}`, `{KEY:{"${key}":{"admin":true}}}]}`]) {
        expect(asked(keys), keys).toMatchObject({ id, code: 'BAD_MESSAGE' });
      }
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('SEC-05: rejects values that JSON cannot represent: a cycle, a map, a date, a buffer, a hole, NaN', () => {
    const cycle: { me?: unknown } = {};
    cycle.me = cycle;
    const values = [
      cycle,
      new Map(),
      new Date(),
      new Uint8Array(4),
      [undefined],
      Number.NaN,
      1n,
      Symbol('s'),
    ];
    for (const value of values) {
      const payload = { method: 'eth_call', params: [value], chainId: 'eip155:1', chainNamespace: 'eip155' };
      expect(readFrameRequest(writeFrameRequest(id, 'RPC_REQUEST', payload))).toMatchObject({
        id,
        code: 'BAD_MESSAGE',
      });
    }
  });

  it('SEC-05: refuses 257 KiB, and a length that is only claimed, without reading it all', () => {
    const rpc = (param: unknown) =>
      readFrameRequest(
        writeFrameRequest(id, 'RPC_REQUEST', {
          method: 'eth_call',
          params: [param],
          chainId: 'eip155:1',
          chainNamespace: 'eip155',
        }),
      );
    expect(rpc('x'.repeat(257 * 1_024))).toEqual({ id, type: 'RPC_REQUEST', code: 'TOO_LARGE' });
    expect(rpc('é'.repeat(140 * 1_024))).toMatchObject({ code: 'TOO_LARGE' });
    expect(rpc(Array.from({ length: 200_000 }, () => 0))).toMatchObject({ code: 'TOO_LARGE' });
    expect(rpc(new Array(4_000_000_000))).toMatchObject({ code: 'TOO_LARGE' });
    expect(rpc('x'.repeat(255 * 1_024))).not.toHaveProperty('code');
  });

  it('refuses more than twelve levels', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(plainJsonProblem(nest(FRAME_LIMITS.depth))).toBeUndefined();
    expect(plainJsonProblem(nest(FRAME_LIMITS.depth + 1))).toBe('BAD_MESSAGE');
  });

  it('never throws, and returns no invalid id', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('trap');
        },
        get() {
          throw new Error('trap');
        },
      },
    );
    for (const data of [
      undefined,
      null,
      0,
      'text',
      [],
      {},
      () => {},
      trap,
      { ...good(), id: 'x' },
      { id: {} },
    ]) {
      expect(readFrameRequest(data)).toMatchObject({ id: undefined, code: 'BAD_MESSAGE' });
    }
  });

  it('SEC-07: responds to another version with the supported versions', () => {
    const refused = readFrameRequest({ ...good(), v: 2 });
    expect(refused).toEqual({ id, type: 'CONNECT_EMAIL', code: 'UNSUPPORTED_VERSION' });
    expect(frameErrorText('UNSUPPORTED_VERSION')).toBe('Unsupported protocol version; supported: 1');
  });
});

describe('writeFrameError', () => {
  it('SEC-12: says constants alone', () => {
    for (const code of Object.keys(FRAME_ERRORS) as (keyof typeof FRAME_ERRORS)[]) {
      const { payload } = writeFrameError(id, 'RPC_REQUEST', code) as { payload: unknown };
      expect(payload).toEqual({ message: FRAME_ERRORS[code], code });
    }
  });

  it("names an abort by the aborted message: 'Request was aborted' [ERR-27], 'Something went wrong' [ERR-28]", () => {
    expect(frameErrorText('ABORTED', 'RPC_REQUEST')).toBe('Request was aborted');
    expect(frameErrorText('ABORTED', 'CONNECT_DEVICE')).toBe('Something went wrong');
    expect(frameErrorText('COOLDOWN', 'CONNECT_EMAIL', 20)).toBe('Please try again after 20 seconds');
  });
});
