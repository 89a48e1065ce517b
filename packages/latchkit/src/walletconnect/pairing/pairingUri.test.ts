import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../protocol/BaseError.js';
import { randomHex } from '../crypto/randomHex.js';
import { makePairingUri, parsePairingUri } from './pairingUri.js';

/** The example link of the specification's pairing page. */
const TOPIC = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9';
const KEY = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303';
const LINK = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}`;

const refused = (uri: string) => {
  try {
    return parsePairingUri(uri);
  } catch (error) {
    return isError(error) ? error.code : error;
  }
};

describe('parsePairingUri', () => {
  it("reads the specification's examples", () => {
    expect(parsePairingUri(LINK)).toEqual({ topic: TOPIC, symKey: KEY, methods: [] });
    expect(
      parsePairingUri(`${LINK}&methods=[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]`).methods,
    ).toEqual(['wc_sessionPropose', 'wc_authRequest', 'wc_authBatchRequest']);
    expect(parsePairingUri(`${LINK}&relay-data=abc&expiryTimestamp=1705667684`).expiry).toBe(1_705_667_684);
    expect(parsePairingUri(LINK.replace('wc:', 'wc://'))).toEqual(parsePairingUri(LINK));
    expect(parsePairingUri(` ${LINK}\n`)).toEqual(parsePairingUri(LINK));
  });

  it('reads what makePairingUri writes', () => {
    const pairing = {
      topic: randomHex(),
      symKey: randomHex(),
      expiry: 1_795_261_202,
      methods: ['wc_sessionAuthenticate'],
    };
    const uri = makePairingUri(pairing);
    expect(uri).toBe(
      `wc:${pairing.topic}@2?relay-protocol=irn&symKey=${pairing.symKey}&expiryTimestamp=1795261202&methods=wc_sessionAuthenticate`,
    );
    expect(parsePairingUri(uri)).toEqual(pairing);
  });

  it('rejects other versions, other relays and invalid keys', () => {
    const bad = [
      '',
      'https://example.com',
      LINK.replace('@2', '@1'),
      LINK.replace('irn', 'waku'),
      LINK.replace('relay-protocol=irn&', ''),
      LINK.replace(KEY, KEY.slice(2)),
      LINK.replace(KEY, KEY.toUpperCase()),
      LINK.replace(TOPIC, `${TOPIC}00`),
      `${LINK}&expiryTimestamp=soon`,
      `${LINK}&expiryTimestamp=-1`,
      `${LINK}&methods=${'x'.repeat(5_000)}`,
    ];
    for (const uri of bad) expect(refused(uri), uri.slice(0, 100)).toBe('WC_INVALID_URI');
  });

  it('returns a pairing or throws WC_INVALID_URI for any input', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'wc:',
        '@2',
        '?',
        '&',
        '=',
        'symKey=',
        'relay-protocol=irn',
        'expiryTimestamp=',
        TOPIC,
        KEY,
        '%',
        '%zz',
        '[',
        '\0',
      ),
    );
    const text = fc.array(piece, { maxLength: 20 }).map(parts => parts.join(''));
    const runs = process.env.LATCHKIT_FULL ? 100_000 : 1_000;
    fc.assert(
      fc.property(text, uri => {
        const answer = refused(uri);
        return (
          answer === 'WC_INVALID_URI' || (typeof answer === 'object' && answer !== null && 'symKey' in answer)
        );
      }),
      { numRuns: runs },
    );
  });
});
