import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../BaseError.js';
import type { ChainNamespace } from '../caip.js';
import { checksumAddress } from '../checksumAddress.js';
import { formatSiwxMessage } from './formatSiwxMessage.js';
import { parseSiwxMessage } from './parseSiwxMessage.js';
import type { SiwxMessage } from './SiwxMessage.js';

const from = (characters: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: least, maxLength: most });
const WORD = 'abcXYZ019';
const time = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const uri = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    'ipfs://Qm/x',
    'urn:a:b',
    'https://[::1]:8080/%20?a=b#c',
    'did:key:z6Mk',
    'mailto:a@b.example',
    'x:',
  ),
);
const account = fc.oneof(
  fc.tuple(
    fc.nat({ max: 2 ** 31 }).map(id => `eip155:${id}` as const),
    from('0123456789abcdef', 40, 40).map(digits => checksumAddress(`0x${digits}`)),
  ),
  fc.tuple(
    fc.constantFrom(
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1',
      'solana:localnet',
    ),
    from('123ABCxyz', 32, 44),
  ),
);

const message: fc.Arbitrary<SiwxMessage> = fc
  .tuple(
    account,
    fc.record(
      {
        domain: fc.oneof(
          fc.domain(),
          fc.constantFrom('localhost:5173', '[::cafe]:1', 'user@127.0.0.1', 'wants', '1.2.3.4'),
        ),
        uri,
        version: fc.constant('1'),
        nonce: from(WORD, 8, 40),
        issuedAt: time,
        expirationTime: time,
        notBefore: time,
        requestId: from(`${WORD}:@%20`.replace('%20', '-'), 0, 10),
        statement: fc.oneof(
          from(`${WORD} :/?#[]@!$&'()*+,;=-._~`, 1, 60),
          fc.constantFrom('URI: https://evil.example', 'Version: 1', 'Resources:', '- x:y', ' '),
        ),
        resources: fc.array(uri, { maxLength: 3 }),
        scheme: fc.constantFrom('https', 'http', 'web+app'),
      },
      { requiredKeys: ['domain', 'uri', 'version', 'nonce', 'issuedAt'] },
    ),
  )
  .map(([[chainId, accountAddress], fields]) => ({ ...fields, chainId, accountAddress }));

const namespaceOfMessage = ({ chainId }: SiwxMessage) => chainId.split(':')[0] as ChainNamespace;

/** The parsed message; undefined if it was rejected. Any other error fails the test. */
function tryParse(text: string, namespace: ChainNamespace): SiwxMessage | undefined {
  try {
    return parseSiwxMessage(text, namespace);
  } catch (error) {
    if (!isError(error, 'INVALID_SIWX_MESSAGE')) throw error;
    return undefined;
  }
}

describe('formatSiwxMessage and parseSiwxMessage', () => {
  it('are each the other way round, for whatever message [ENT-21]', () => {
    fc.assert(
      fc.property(message, one => {
        expect(parseSiwxMessage(formatSiwxMessage(one), namespaceOfMessage(one))).toEqual(one);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never read another text as the same message, nor a text as two', () => {
    const edit = fc.record({
      at: fc.nat({ max: 600 }),
      cut: fc.nat({ max: 30 }),
      put: fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom('\n', '\n\n', 'URI: a:b\n', '- a:b', 'Resources:', '\r', '\u2028', ' '),
      ),
    });
    fc.assert(
      fc.property(message, fc.array(edit, { minLength: 1, maxLength: 3 }), (one, edits) => {
        const namespace = namespaceOfMessage(one);
        const text = formatSiwxMessage(one);
        const mutated = edits.reduce(
          (so, { at, cut, put }) => so.slice(0, at) + put + so.slice(at + cut),
          text,
        );
        const parsed = tryParse(mutated, namespace);
        if (parsed === undefined) return;
        const written = formatSiwxMessage(parsed);
        // Solana wallets may spell the chain in two ways, and write one or two empty lines without a statement.
        if (namespace === 'eip155') expect(written).toBe(mutated);
        expect(parseSiwxMessage(written, namespace)).toEqual(parsed);
        if (mutated !== text && namespace === 'eip155') expect(parsed).not.toEqual(one);
      }),
      { numRuns: 3_000 },
    );
  });

  it('read or refuse whatever text, and throw nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.constantFrom('eip155', 'solana', 'bip122'),
        (text, namespace) => {
          tryParse(text, namespace as ChainNamespace);
        },
      ),
    );
  });

  it('reject a message of another namespace', () => {
    fc.assert(
      fc.property(message, one => {
        const other = namespaceOfMessage(one) === 'eip155' ? 'solana' : 'eip155';
        expect(tryParse(formatSiwxMessage(one), other)).toBeUndefined();
      }),
    );
  });
});
