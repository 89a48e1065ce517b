import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PaymentEvent, paymentEvent } from 'latchkit/protocol';
import type { Database } from '../../src/platform/ports/Database.js';
import { paymentProjects } from '../../src/project/payments/paymentProjects.js';

/** A shop's server: it verifies each webhook, and keeps each id once. */
export async function startShop(project: string) {
  const events = new Map<string, PaymentEvent>();
  const refused: string[] = [];
  let key = '';
  let repeats = 0;
  let answers: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += part;
      const header = (name: string) => String(request.headers[name]);
      const [id, time] = [header('webhook-id'), header('webhook-timestamp')];
      const mac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'));
      const expected = `v1,${mac.update(`${id}.${time}.${body}`).digest('base64')}`;
      const status = header('webhook-signature') === expected ? (answers.shift() ?? 204) : 401;
      if (status >= 300) refused.push(id);
      else if (events.has(id)) repeats += 1;
      else events.set(id, paymentEvent.parse(JSON.parse(body)));
      response.writeHead(status).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    refused,
    repeats: () => repeats,
    /** Statuses of the next answers. */
    answer: (...statuses: number[]) => {
      answers = statuses;
    },
    async serve(of: Database) {
      await paymentProjects(of).save(project, undefined, this.url);
      key = (await paymentProjects(of).find(project))?.webhookSecret ?? '';
    },
    /** Types of the events of a payment, in the order of their arrival. */
    typesOf: (id: string) =>
      [...events.values()].filter(({ data }) => data.payment?.id === id).map(one => one.type),
    all: () => [...events.values()],
    close: () => server.close(),
  };
}
