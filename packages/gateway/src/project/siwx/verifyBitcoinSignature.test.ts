import { describe, expect, it } from 'vitest';
import { type BitcoinType, bitcoinSigner } from '../../../test/otherSigners.js';
import { verifyBitcoinSignature } from './verifyBitcoinSignature.js';

/** The vectors of BIP-322, "simple" signatures. */
const ADDRESS = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
const EMPTY =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
const HELLO =
  'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';

describe('verifyBitcoinSignature', () => {
  it.each([
    ['', EMPTY],
    ['Hello World', HELLO],
  ])("verifies BIP-322's vector of the text '%s'", (text, signature) => {
    expect(verifyBitcoinSignature(ADDRESS, text, signature)).toBe(true);
    expect(verifyBitcoinSignature(ADDRESS, text, `smp${signature}`)).toBe(true);
    expect(verifyBitcoinSignature(ADDRESS, `${text}!`, signature)).toBe(false);
  });

  it.each<BitcoinType>(['p2wpkh', 'p2sh', 'p2tr', 'p2pkh'])('verifies a key of %s', async type => {
    const { address, sign } = bitcoinSigner(type);
    const signature = await sign('grüße, 世界');
    expect(verifyBitcoinSignature(address, 'grüße, 世界', signature)).toBe(true);
    expect(verifyBitcoinSignature(address, 'another text', signature)).toBe(false);
    const others = (['p2wpkh', 'p2sh', 'p2tr', 'p2pkh'] as const).filter(one => one !== type);
    for (const other of others) {
      expect(verifyBitcoinSignature(bitcoinSigner(other).address, 'grüße, 世界', signature), other).toBe(
        false,
      );
    }
  });

  it("refuses another address's signature, a changed one, and malformed ones", () => {
    expect(verifyBitcoinSignature('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '', EMPTY)).toBe(false);
    expect(verifyBitcoinSignature(ADDRESS, '', EMPTY.replace('M2gB', 'M2gC'))).toBe(false);
    for (const none of ['', 'AA==', '0x00', 'A'.repeat(5_000), EMPTY.slice(4)]) {
      expect(verifyBitcoinSignature(ADDRESS, '', none), none.slice(0, 20)).toBe(false);
    }
  });
});
