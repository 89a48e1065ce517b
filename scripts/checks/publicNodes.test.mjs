import { PUBLIC_RPC_URLS } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import { CHOSEN, comparePublicNodes } from './publicNodes.mjs';

const ours = 'https://ours.example';
const theirs = 'https://theirs.example';

describe('comparePublicNodes', () => {
  it('passes the nodes of this repository (RV-04)', () => {
    expect(comparePublicNodes(PUBLIC_RPC_URLS, CHOSEN)).toEqual({ ok: true, text: '' });
  });

  it('names a node that viem no longer names, such as that of Polygon Amoy (RV-04)', () => {
    const table = { ...PUBLIC_RPC_URLS, 'eip155:80002': 'https://rpc-amoy.polygon.technology' };
    const { ok, text } = comparePublicNodes(table, CHOSEN);
    expect(ok).toBe(false);
    expect(text).toBe(
      'eip155:80002: ours is https://rpc-amoy.polygon.technology, viem names https://polygon-amoy.drpc.org. Check whether ours still responds.',
    );
  });

  it('asks for another look when viem changes a node that was not taken (RV-04)', () => {
    const compare = (nodes, chosen) => comparePublicNodes({ 'eip155:1': ours }, chosen, () => nodes).text;
    const chosen = { 'eip155:1': { viem: theirs, why: 'test' } };
    expect(compare([theirs], chosen)).toBe('');
    expect(compare(['https://new.example'], chosen)).toContain('viem names https://new.example');
    expect(compare([], chosen)).toContain('viem names none');
    expect(compare([ours], chosen)).toContain('Remove it from CHOSEN');
    expect(compare([ours], {})).toBe('');
    expect(compare([ours], { 'eip155:2': chosen['eip155:1'] })).toContain('eip155:2: has no public node');
  });
});
