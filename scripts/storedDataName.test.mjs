import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedDataName } from '../packages/gateway/test/storedData/storedDataName.mjs';

describe('storedDataName', () => {
  let parent;
  let repository;
  let checkout;
  const git = (...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  const commit = text => {
    writeFileSync(join(repository, 'code'), text);
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@shop.example', 'commit', '--quiet', '-m', text);
  };
  const nameOf = (name, given) =>
    storedDataName({ repository, folder: parent, commit: name, checkout: given });

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'latchkit-set-'));
    repository = join(parent, 'repository');
    checkout = join(parent, 'checkout');
    execFileSync('git', ['init', '--quiet', repository]);
    commit('one');
    git('tag', '--annotate', 'v1', '--message', 'v1');
    execFileSync('git', ['clone', '--quiet', repository, checkout]);
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('is the short id of the commit, also of a tag', () => {
    const id = git('rev-parse', '--short=8', 'HEAD');
    expect(nameOf('HEAD')).toBe(id);
    expect(nameOf('v1', checkout)).toBe(id);
  });

  it.each(['pglite', 'postgres'])('refuses a commit that has a set of %s', kind => {
    writeFileSync(join(parent, `${nameOf('HEAD')}.${kind}.tar.br`), 'kept');
    expect(() => nameOf('HEAD')).toThrow(`${kind}.tar.br exists`);
  });

  it('refuses a checkout of another commit, and one with changes', () => {
    writeFileSync(join(checkout, 'code'), 'changed');
    expect(() => nameOf('v1', checkout)).toThrow(/has changes:\nM code/);
    commit('two');
    expect(() => nameOf('HEAD', checkout)).toThrow(/is at .*, and not at /);
  });
});
