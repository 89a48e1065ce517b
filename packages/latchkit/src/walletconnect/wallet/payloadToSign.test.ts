import { describe, expect, it } from 'vitest';
import type { AuthPayload } from '../session/Cacao.js';
import { addRecap, readGrant } from '../session/recap.js';
import { payloadToSign } from './payloadToSign.js';

const ACCOUNT = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const asked: AuthPayload = {
  type: 'caip122',
  chains: ['eip155:1'],
  domain: 'page.example',
  aud: 'https://page.example/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  iat: '2026-11-21T00:00:00.000Z',
  statement: 'Sign in.',
  resources: ['https://page.example/terms'],
};

describe('payloadToSign', () => {
  it('names the account and omits fields that are not signed', () => {
    const { type, chains, ...rest } = asked;
    expect(payloadToSign(asked, ACCOUNT)).toEqual({ ...rest, iss: `did:pkh:${ACCOUNT}` });
  });

  it('describes in words what the recap allows', () => {
    const payload = payloadToSign(addRecap(asked, ['personal_sign', 'eth_sign']), ACCOUNT);
    expect(payload.statement).toBe(
      "Sign in. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sign', 'personal_sign' for 'eip155'.",
    );
    expect(readGrant(payload.resources)?.methods).toEqual(['eth_sign', 'personal_sign']);
  });

  it('removes methods from the recap when the wallet does not allow them', () => {
    const payload = payloadToSign(addRecap(asked, ['personal_sign', 'eth_sign']), ACCOUNT, ['personal_sign']);
    expect(payload.statement).toMatch(/'request': 'personal_sign' for 'eip155'\.$/);
    expect(readGrant(payload.resources)?.methods).toEqual(['personal_sign']);
    expect(payload.resources?.[0]).toBe('https://page.example/terms');
  });

  it('omits the recap when nothing in it is allowed', () => {
    const payload = payloadToSign(addRecap(asked, ['eth_sign']), ACCOUNT, ['personal_sign']);
    expect(payload).toMatchObject({ statement: 'Sign in.', resources: ['https://page.example/terms'] });
  });
});
