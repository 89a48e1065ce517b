import { beforeAll, describe, expect, it } from 'vitest';
import { DEFENCE_SUITE, DEFENCES, titleOfDefence } from './defences.mjs';
import { openFullResults, PART_NAMES } from './fullParts.mjs';
import { testFiles } from './testFiles.mjs';

let stored = { parts: {}, tests: [] };
let results;
beforeAll(async () => {
  results = await openFullResults({
    read: () => stored,
    write: written => {
      stored = written;
    },
  });
});

describe('the parts of npm run test:full', () => {
  it('have every test file but the examples and those on other parts', () => {
    const own = ['unit', 'journeys', 'long-unit', 'long-journeys', 'defences'];
    const files = results.parts({ only: own }).flatMap(part => part.files);
    expect([...new Set(files)].sort()).toEqual(
      testFiles()
        .filter(file => !/^examples\/|\.test-d\./.test(file))
        .sort(),
    );
  });

  it('are all of them or the chosen ones', () => {
    const names = options => results.parts(options).map(({ name }) => name);
    expect(names({})).toEqual(PART_NAMES);
    expect(names({ only: ['alto', 'check'] })).toEqual(['check', 'alto']);
    expect(() => names({ only: ['units'] })).toThrow('no part units');
  });

  it('are resumed where nothing passed with the files as they are', () => {
    const done = { passed: 1, failed: 0, skipped: 0, seconds: 1 };
    results.addPart('check', done);
    results.addPart('unit', { ...done, failed: 1 });
    results.addPart('alto', done);
    const suite = 'packages/latchkit/src/walletconnect/faults/faults.test.ts';
    results.addSuite(suite, [{ file: suite, title: 'a', status: 'passed', seconds: 1 }]);
    stored.parts.alto.imports = 'changed since';
    const due = results.parts({ resume: true });
    expect(due.map(({ name }) => name)).toEqual(PART_NAMES.filter(name => name !== 'check'));
    expect(due.find(({ name }) => name === 'long-unit').files).not.toContain(suite);
  });

  it('have the defences in shards, and resume those without a result', () => {
    const names = DEFENCES.map(({ name }) => name);
    expect(results.defences({})).toEqual(names);
    const shards = ['1/3', '2/3', '3/3'].flatMap(shard => results.defences({ shard }));
    expect(shards.sort()).toEqual([...names].sort());
    expect(() => results.defences({ shard: '4/3' })).toThrow('no shard 4/3');
    const [first, ...others] = DEFENCES;
    results.addSuite(DEFENCE_SUITE, [
      { file: DEFENCE_SUITE, title: titleOfDefence(first), status: 'passed', seconds: 1 },
    ]);
    expect(results.defences({ resume: true })).toEqual(others.map(({ name }) => name));
  });
});
