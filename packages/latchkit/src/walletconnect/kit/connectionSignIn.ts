import type { SiwxSession, WalletConnectSignIn } from '../../core/signIn/SignInConfig.js';
import type { WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import { isChainId } from '../../protocol/caip.js';
import type { ConnectAuthentication } from '../provider/UniversalProvider.js';
import type { Cacao } from '../session/Cacao.js';
import { accountOfIssuer, formatAuthMessage } from '../session/formatAuthMessage.js';
import type { Session } from '../session/Session.js';

/** Sign-in with the connection for an instance; loaded only if sign-in is configured. */
export const connectionSignIn = {
  /** Builds the message that the wallet should sign. Returns undefined if it should only connect. */
  async ask(
    signIn: WalletConnectSignIn,
    chains: readonly string[],
  ): Promise<ConnectAuthentication | undefined> {
    const asked = await signIn.parameters();
    if (!asked) return undefined;
    const { domain, uri: aud, nonce, issuedAt: iat, statement, requestId, resources } = asked;
    return {
      ...{ domain, aud, nonce, iat, statement, requestId, resources },
      exp: asked.expirationTime,
      nbf: asked.notBefore,
      // Wallets that sign for only one chain use the first.
      chains: [...chains].sort((a, b) => Number(b === asked.chainId) - Number(a === asked.chainId)),
    };
  },

  /** Passes the signed messages to sign-in. @throws what sign-in throws; nothing that was signed is stored then. */
  async admit({ signIn }: WalletConnectHost, { auths = [] }: Session): Promise<void> {
    await signIn?.accept(auths.map(toSiwxSession));
  },
};

function toSiwxSession({ p, s }: Cacao): SiwxSession {
  const { chainId, address } = accountOfIssuer(p.iss);
  if (!isChainId(chainId)) throw new Error(`Not a CAIP-2 id: ${chainId}`);
  const { domain, aud: uri, version, nonce, iat: issuedAt, exp, nbf, statement, requestId, resources } = p;
  return {
    accountAddress: `${chainId}:${address}`,
    chainId,
    text: formatAuthMessage(p),
    signature: s.s,
    message: {
      ...{ domain, uri, version, nonce, issuedAt, chainId, accountAddress: address },
      ...(exp === undefined ? {} : { expirationTime: exp }),
      ...(nbf === undefined ? {} : { notBefore: nbf }),
      ...(statement === undefined ? {} : { statement }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(resources === undefined ? {} : { resources }),
    },
  };
}
