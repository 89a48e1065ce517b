import { encodeAbiParameters, type Hex, pad, toEventSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import type { RpcService } from '../chains/service.js';
import { requireOwnTokens } from './requireOwnTokens.js';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TARGET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const never = new AbortController().signal;
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);
const NONE = { status: '0x1', returnData: word(0n), logs: [] };
const call = { to: TARGET, value: 0n, data: '0x379607f5' } as const;

/** Checks one call at a node that answers with these results: two allowances of a listed token, and the call. */
const check = (results: unknown) =>
  requireOwnTokens(
    { call: (async () => results) as unknown as RpcService['call'] },
    'eip155:1',
    { account: ACCOUNT, target: TARGET, tokens: [{ address: TOKEN }], calls: [call] },
    never,
  );
const block = (...calls: unknown[]) => [{ calls }];
const event = (signature: string, ...addresses: `0x${string}`[]) => ({
  ...NONE,
  logs: [{ topics: [toEventSelector(signature), ...addresses.map(one => pad(one).toLowerCase())] }],
});
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });

describe('requireOwnTokens', () => {
  it('accepts a call that takes nothing, and one that gives tokens to the account', async () => {
    await check(block(NONE, NONE, NONE));
    await check(block({ ...NONE, status: '0x0', returnData: '0x01' }, { ...NONE, returnData: '0x' }, NONE));
    await check(block(NONE, NONE, event('Transfer(address,address,uint256)', TARGET, ACCOUNT)));
  });

  it('refuses a contract that may take a listed token, itself or through Permit2', async () => {
    const allowed = { ...NONE, returnData: word(1n) };
    for (const one of [block(allowed, NONE, NONE), block(NONE, allowed, NONE)])
      await expect(check(one)).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
  });

  it.each([
    ['Transfer(address,address,uint256)', ACCOUNT, TARGET],
    ['Approval(address,address,uint256)', ACCOUNT, TARGET],
    ['ApprovalForAll(address,address,bool)', ACCOUNT, TARGET],
    ['TransferSingle(address,address,address,uint256,uint256)', TARGET, ACCOUNT, TARGET],
    ['TransferBatch(address,address,address,uint256[],uint256[])', TARGET, ACCOUNT, TARGET],
    ['Sent(address,address,address,uint256,bytes,bytes)', TARGET, ACCOUNT, TARGET],
    ['AuthorizedOperator(address,address)', TARGET, ACCOUNT],
  ] as const)('refuses a call that moves or approves tokens of the account: %s', async (signature, ...of) => {
    const found = check(block(NONE, NONE, event(signature, ...(of as Hex[]))));
    await expect(found).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
  });

  it('refuses a call that fails now: whoever keeps the signed operation could send it when it does not', async () => {
    const found = check(block(NONE, NONE, { ...NONE, status: '0x0' }));
    await expect(found).rejects.toEqual(refusal(403, 'USER_OPERATION_REFUSED'));
  });

  it('refuses what the node does not try out', async () => {
    for (const found of [undefined, [], block(NONE, NONE), block(NONE, NONE, { ...NONE, returnData: 1 })])
      await expect(check(found)).rejects.toEqual(refusal(503, 'SPONSORSHIP_UNAVAILABLE'));
  });
});
