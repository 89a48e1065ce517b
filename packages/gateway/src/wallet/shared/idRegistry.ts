import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { readText } from '../../platform/http/readText.js';

/** Farcaster's contract on Optimism that has the owner of each id. */
const CONTRACT = '0x00000000fc6c5f01fc30151999387bb99a9f489b';
/** Selector of `idOf(address)`. */
const ID_OF = '0xd94fe832';
/** Milliseconds that a node has for a response. */
const TIMEOUT = 5_000;

const answer = z.object({ result: z.string().regex(/^0x[\da-f]{64}$/i) });

/** No node of Optimism responds, or the registry is not there. */
export class RegistryDown extends Error {}

/** The registry of Farcaster ids. */
export interface IdRegistry {
  /** Reads the id that an address owns; 0: none. @throws RegistryDown */
  idOf(address: string): Promise<bigint>;
}

/** @param urls - Nodes of Optimism, in order of preference. User name and password in a URL are sent as Basic credentials. */
export function idRegistry(urls: readonly string[]): IdRegistry {
  return {
    async idOf(address) {
      const data = ID_OF + address.slice(2).toLowerCase().padStart(64, '0');
      for (const url of urls) {
        const found = await call(url, data);
        if (found !== undefined) return BigInt(found);
      }
      // Without the URLs, which may contain keys.
      throw new RegistryDown('The registry of Farcaster ids cannot be read');
    },
  };
}

/** Returns one word, or undefined if the node does not return one. */
async function call(address: string, data: string): Promise<string | undefined> {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: CONTRACT, data }, 'latest'] };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer.safeParse(parseJson(await readText(response))).data?.result;
  } catch {
    return undefined;
  }
}
