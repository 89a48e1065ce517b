import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { REFUSAL_TEXTS } from '../../testing/refusalTexts.test-support.js';
import { randomHex } from '../crypto/randomHex.js';
import { sealEnvelope } from '../crypto/sealEnvelope.js';
import { topicOf } from '../crypto/topicOf.js';
import { createChannel } from './createChannel.js';

const REFUSED = { code: 4001 };

/** Answers of mobile wallets to a request with the id 7, as JSON, and how each settles it. */
const ANSWERS: readonly (readonly [string, { readonly result?: unknown; readonly error?: object }])[] = [
  ['{"id":7,"jsonrpc":"2.0","result":"0x1"}', { result: '0x1' }],
  ['{"id":7,"jsonrpc":"2.0","result":null}', { result: null }],
  ['{"id":7,"jsonrpc":"2.0"}', { result: null }],
  ['{"id":7}', { result: null }],
  ['{"id":"7","jsonrpc":"2.0","result":"0x1"}', { result: '0x1' }],
  ['{"id":7,"jsonrpc":"2.0","result":"0x1","error":null}', { result: '0x1' }],
  ['{"id":7,"jsonrpc":"2.0","method":null,"result":"0x1"}', { result: '0x1' }],
  ['{"id":7,"jsonrpc":"2.0","error":{"code":4001,"message":null}}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","error":{"code":4001}}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","error":{"message":"User rejected"}}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","error":"User rejected"}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","error":{"code":"4001","message":"x"}}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","result":null,"error":{"code":5000,"message":"x"}}', { error: REFUSED }],
  ['{"id":7,"jsonrpc":"2.0","error":{"code":null,"message":null,"data":null}}', { error: { code: -32_603 } }],
  ['{"id":7,"jsonrpc":"2.0","error":{}}', { error: { code: -32_603 } }],
  ['{"id":7,"jsonrpc":"2.0","error":[]}', { error: { code: -32_603 } }],
  ['{"id":7,"jsonrpc":"2.0","error":true}', { error: { code: -32_603 } }],
  [
    '{"id":7,"jsonrpc":"2.0","error":{"code":-32000,"message":"boom"}}',
    { error: { code: -32_000, message: 'boom' } },
  ],
  ...REFUSAL_TEXTS.map(
    text => [JSON.stringify({ id: 7, error: { code: -32_000, message: text } }), { error: REFUSED }] as const,
  ),
];

describe('createChannel', () => {
  it.each(ANSWERS)('settles an open call by %s (WC-01)', async (json, { result, error }) => {
    const symKey = randomHex();
    const topic = topicOf(symKey);
    const end = new AbortController();
    const relay = { publish: async () => {}, subscribe: async () => {}, unsubscribe: () => {} };
    const channel = createChannel({
      relay,
      deliveries: { send: async () => {} },
      nextId: () => 7,
      onIncoming: () => {},
      signal: end.signal,
    });
    await channel.listen(topic, { symKey });
    const asked = awaitedLater(
      channel.call(topic, 'wc_sessionRequest', {}).catch((thrown: unknown) => ({ thrown })),
    );
    channel.receive(topic, sealEnvelope(symKey, json));
    if (error) expect(await asked).toMatchObject({ thrown: error });
    else expect(await asked).toEqual(result);
    end.abort();
  });

  it('settles nothing by an answer to another call, on another topic, or by noise', async () => {
    const symKey = randomHex();
    const topic = topicOf(symKey);
    const end = new AbortController();
    const relay = { publish: async () => {}, subscribe: async () => {}, unsubscribe: () => {} };
    const channel = createChannel({
      relay,
      deliveries: { send: async () => {} },
      nextId: () => 7,
      onIncoming: () => {},
      signal: end.signal,
    });
    await channel.listen(topic, { symKey });
    let isSettled = false;
    const asked = awaitedLater(
      channel.call(topic, 'wc_sessionRequest', {}).then(
        () => {
          isSettled = true;
        },
        () => {},
      ),
    );
    for (const json of [
      '{"id":8}',
      '{"id":"x"}',
      '{"id":null}',
      '{}',
      '[]',
      'null',
      '7',
      '"7"',
      '{',
      '{"id":7.5}',
    ])
      channel.receive(topic, sealEnvelope(symKey, json));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    end.abort();
    await asked;
  });
});
