import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';

/** Anvil's first account, which everybody knows. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

/** Signs in with a wallet, as a page does (ERC-4361). @returns the tokens. */
export async function signInWithWallet(gateway, { project, origin }) {
  const post = async (path, body) => {
    const url = `${gateway}/siwx/v1/${path}?projectId=${project}&st=test&sv=1`;
    const headers = { 'Content-Type': 'application/json', Origin: origin };
    return answered(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const domain = new URL(origin).host;
  const { nonce } = await post('nonce', { domain });
  const message = createSiweMessage({
    ...{ domain, nonce, address: account.address, chainId: 1, uri: `${origin}/login`, version: '1' },
    issuedAt: new Date(),
  });
  const signature = await account.signMessage({ message });
  const accountAddress = `eip155:1:${account.address}`;
  const { token, refreshToken } = await post('verify', { message, signature, accountAddress });
  return { accountAddress, token, refreshToken };
}

/** Asks for a payment, as a shop's server does. @returns its id and terms. */
export async function takePayment(gateway, secret) {
  const terms = {
    recipient: account.address,
    asset: 'eip155:31337',
    amount: '1000',
    reference: 'order 1',
    expiresAt: Date.now() + 14 * 24 * 60 * 60 * 1_000,
  };
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` };
  const made = await fetch(`${gateway}/v1/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(terms),
  });
  const { id, recipient, asset, amount, reference } = await answered(made);
  return { id, recipient, asset, amount, reference };
}

async function answered(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return JSON.parse(text);
}
