import type { CaipNetwork } from 'latchkit';
import { type AuthPayload, type Cacao, formatAuthMessage, payloadToSign } from 'latchkit/walletconnect';
import { METHODS } from './readRequest.js';
import type { AccountKeys } from './walletKeys.js';

/** The messages of a one-click sign-in (CAIP-222): one for each requested network that the wallet has. */
export function signInMessages(
  asked: AuthPayload,
  { evm }: AccountKeys,
  networks: readonly CaipNetwork[],
): readonly Cacao['p'][] {
  return networks
    .filter(({ caipNetworkId }) => asked.chains.includes(caipNetworkId))
    .map(({ caipNetworkId }) => payloadToSign(asked, `${caipNetworkId}:${evm.address}`, METHODS.eip155));
}

/** Signs the messages (EIP-191). */
export function signInAs(messages: readonly Cacao['p'][], { evm }: AccountKeys): Promise<Cacao[]> {
  return Promise.all(
    messages.map(async p => {
      const s = await evm.signMessage({ message: formatAuthMessage(p) });
      return { h: { t: 'caip122' }, p, s: { t: 'eip191', s } };
    }),
  );
}
