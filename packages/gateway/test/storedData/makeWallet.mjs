import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';

const EMAIL = 'shopper@mail.example';

/**
 * Logs in by email and creates a wallet, as the wallet page does, with the keyring of the version.
 *
 * @returns what the browser keeps, with the private keys that it would not export.
 */
export async function makeWallet({ at, page, frameUrl, vaultUrl, createKeyring }) {
  const [signing, sealing] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true }),
  ]);
  const jwk = await exportJWK(signing.publicKey);
  const encJwk = await exportJWK(sealing.publicKey);
  const jkt = await calculateJwkThumbprint(jwk);
  const call = caller({
    at,
    page,
    named: { frame: frameUrl, vault: vaultUrl },
    jwk,
    key: signing.privateKey,
  });

  await call('frame', 'POST', '/v1/installations', { body: { kind: 'frame', encJwk, ephemeral: false } });
  const { txn, startToken } = await start(call);
  // The first versions named the transaction here.
  const asked = { ...(startToken === undefined ? { txn } : { startToken }), email: EMAIL, encJwk };
  const { id } = await call('vault', 'POST', '/v1/approvals', { body: asked });
  const token = await mailed(at.gateway, /#t=([\w-]+)/);
  await call('vault', 'POST', '/v1/approvals/decide', { body: { token, approve: true } });
  const { approvalGrant } = await call('vault', 'GET', `/v1/approvals/${id}`);
  await call('frame', 'POST', '/v1/auth/email/otp', { body: { txn, approvalGrant } });
  const otp = await mailed(at.gateway, /^(\d{6})$/m);
  const { session, authReceipt } = await call('frame', 'POST', '/v1/auth/email/verify', {
    body: { txn, otp },
  });

  let deviceShare;
  const keep = ({ half, share = half, ...more }) => {
    deviceShare = { ...more, share: Buffer.from(share).toString('base64url') };
  };
  const installation = {
    sealingKey: sealing.privateKey,
    jkt,
    // The first versions called a share set a door.
    hasDoor: async () => false,
    readDoor: async () => undefined,
    keepDoor: async door => keep(door),
    hasDeviceShare: async () => false,
    readDeviceShare: async () => undefined,
    keepDeviceShare: async share => keep(share),
  };
  const keyring = createKeyring({ installation, origin: page.origin });
  const { access } = session;
  const evidence = { approvalGrant, authReceipt };
  const walletId = randomUUID();
  const [service, vault] = [await keyOf(call, 'frame'), await keyOf(call, 'vault')];
  const { epoch, recoveryHalf, ...draft } = await keyring.create(walletId, {
    gateway: service,
    walletService: service,
    vault,
  });
  await call('frame', 'POST', '/v1/wallets', { body: draft, access });
  const { version, recoveryReceipt } = await call('vault', 'PUT', `/v1/recovery/${walletId}`, {
    body: { ...evidence, epoch, half: recoveryHalf },
  });
  const device = await call('frame', 'POST', '/v1/shares/device', { body: { walletId }, access });
  const recovery = await call('frame', 'POST', '/v1/wallets/me/recovery-half', {
    body: { approvalGrant, walletId },
    access,
  });
  const { jwe } = await call('vault', 'POST', '/v1/recovery/release', {
    body: { ...evidence, walletId, epoch, version },
  });
  await keyring.confirm(device, recovery, jwe);
  const { commitReceipt, wallet } = await call('frame', 'POST', `/v1/wallets/${walletId}/commit`, {
    body: { recoveryReceipt },
    access,
  });
  await call('vault', 'POST', `/v1/recovery/${walletId}/confirm`, { body: { commitReceipt } });
  return {
    email: EMAIL,
    addresses: wallet.addresses,
    keys: { signing: await exportJWK(signing.privateKey), sealing: await exportJWK(sealing.privateKey) },
    deviceShare,
    session: { access: session.access, refresh: session.refresh },
  };
}

async function start(call) {
  const path = '/v1/auth/email/start';
  const started = await call('frame', 'POST', path, { body: { email: EMAIL } });
  if (started.action !== 'WORK') return started;
  const { challenge, bits } = started;
  const isSolved = solution =>
    Math.clz32(createHash('sha256').update(`${challenge}:${solution}`).digest().readUInt32BE()) >= bits;
  let solution = 0;
  while (!isSolved(solution)) solution += 1;
  return call('frame', 'POST', path, { body: { email: EMAIL, work: { challenge, solution } } });
}

/** Sends calls with proofs of the installation's key (RFC 9449). */
function caller({ at, page, named, jwk, key }) {
  const nonces = {};
  const send = async (service, method, path, { body, access }) => {
    const proof = await new SignJWT({
      ...{ htm: method, htu: named[service] + path, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) },
      ...(nonces[service] === undefined ? {} : { nonce: nonces[service] }),
      ...(access === undefined ? {} : { ath: createHash('sha256').update(access).digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(key);
    const response = await fetch(at[service] + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Latchkit-Project': page.project,
        'Latchkit-Origin': page.origin,
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
        DPoP: proof,
        ...(access === undefined ? {} : { Authorization: `DPoP ${access}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    nonces[service] = response.headers.get('DPoP-Nonce') ?? nonces[service];
    return { isOk: response.ok, json: await response.json() };
  };
  return async (service, method, path, options = {}) => {
    const first = await send(service, method, path, options);
    const isAsked = first.json.error?.code === 'USE_DPOP_NONCE';
    const { isOk, json } = isAsked ? await send(service, method, path, options) : first;
    if (!isOk) throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json;
  };
}

async function keyOf(call, service) {
  const { keys } = await call(service, 'GET', '/.well-known/jwks.json');
  return keys.find(({ use }) => use === 'enc');
}

/** Reads the newest match in the development inbox. */
async function mailed(gateway, pattern) {
  const mails = await (await fetch(`${gateway}/dev/inbox`)).json();
  for (const { text } of mails.reverse()) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`No email has ${pattern}`);
}
