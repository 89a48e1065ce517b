import { type Context, Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { answerError, toGatewayError } from './answerError.js';
import { stranger } from './fairBudget.js';
import { limitVendors } from './limitVendors.js';

describe('limitVendors', () => {
  it('limits what one network may ask of paid services, and serves the others [SEC-126]', async () => {
    const refusals: string[] = [];
    const limits = { address: 4, wide: 8, project: 100, all: 100 };
    const traffic = { payer: (context: Context) => stranger(context.req.header('X-From') ?? '') };
    const app = new Hono().get(
      '/',
      limitVendors(traffic, kind => refusals.push(kind), limits),
      context => context.text('a quote'),
    );
    app.onError((error, context) =>
      answerError(
        context,
        toGatewayError(error, () => {}),
      ),
    );
    const ask = async (from: string) => app.request('/', { headers: { 'X-From': from } });
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await ask('192.0.2.1')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(Number((await ask('192.0.2.1')).headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask('198.51.100.1')).status).toBe(200);
    expect(refusals).toEqual(['vendor calls', 'vendor calls', 'vendor calls']);
  });
});
