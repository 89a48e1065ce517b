import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { WebSocket } from 'ws';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Creates a relay token for a new client. */
export function newToken(audience) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url').toString('hex');
  let did = '';
  for (let number = BigInt(`0xed01${raw}`); number > 0n; number /= 58n)
    did = ALPHABET[Number(number % 58n)] + did;
  const part = value => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `did:key:z${did}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + 86_400,
  };
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/**
 * Opens a WebSocket that batches the frames of one turn of the event loop, so that the load generator costs little CPU. `send` writes
 * a text frame.
 */
export async function connectSocket(url) {
  let transport;
  const socket = new WebSocket(`${url}?auth=${newToken(url)}&projectId=${'0'.repeat(32)}`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    createConnection(options) {
      transport = net.connect({ ...options, path: undefined });
      return transport;
    },
  });
  await once(socket, 'open');
  let corked = false;
  const send = text => {
    if (!corked) {
      corked = true;
      transport.cork();
      setImmediate(() => {
        corked = false;
        transport.uncork();
      });
    }
    socket.send(text);
  };
  return { socket, send };
}
