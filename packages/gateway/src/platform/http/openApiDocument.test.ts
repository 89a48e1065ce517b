import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from './openApiDocument.js';
import { openGet } from './operatorRequests.js';

describe('openApiDocument', () => {
  it('is made when it is first asked for, and once', () => {
    let reads = 0;
    const service = { title: 'A service', description: 'What it does' };
    const request = {
      ...openGet('/v1/things', 'Things', z.array(z.string())),
      query: () => {
        reads += 1;
        return z.object({ limit: z.string() });
      },
    };
    const document = openApiDocument('1.0.0', { ...service, requests: [request] });
    expect(reads).toBe(0);
    expect(document()).toMatchObject({
      info: { ...service, version: '1.0.0' },
      paths: { '/v1/things': { get: { parameters: [{ name: 'limit', in: 'query', required: true }] } } },
    });
    expect(document()).toBe(document());
    expect(reads).toBe(1);
  });
});
