import { fakeSafeHost } from 'latchkit/testing';

/** The address of the Safe in the stub. */
const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const rpc = async (method: string, params: unknown): Promise<unknown> => {
  const response = await fetch(new URLSearchParams(location.search).get('chainA') ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result?: unknown }).result;
};

// The Safe interface, which embeds the host page and responds to the Safe SDK's requests.
const safe = fakeSafeHost({ safeAddress: SAFE, chainId: 31337, rpc });
Object.assign(window, { safe });
const frame = document.createElement('iframe');
frame.src = `./sdk.html${location.search}`;
frame.width = '900';
frame.height = '700';
document.querySelector('#app')?.append(frame);
