import type { AuthPayload, Cacao } from '../session/Cacao.js';
import { accountOfIssuer, formatAuthMessage } from '../session/formatAuthMessage.js';

/**
 * Whether signed messages are what was asked for: domain, page, nonce, chain, and for EIP-191 the signature. A contract's
 * signature (EIP-1271, ERC-6492) only the chain can tell: whoever signs a visitor in by it asks the chain.
 */
export async function checkAuths(auths: readonly Cacao[], asked: AuthPayload): Promise<boolean> {
  if (auths.length === 0) return false;
  // Loaded by those only that sign in so; a page with an EVM wallet library has it already.
  const { recoverSigner } = await import('../session/recoverSigner.js');
  return auths.every(({ p, s }) => {
    const { chainId, address } = accountOfIssuer(p.iss);
    const same = p.domain === asked.domain && p.aud === asked.aud && p.nonce === asked.nonce;
    if (!same || !asked.chains.includes(chainId) || !/^0x[0-9a-f]{40}$/i.test(address)) return false;
    return s.t !== 'eip191' || recoverSigner(formatAuthMessage(p), s.s) === address.toLowerCase();
  });
}
