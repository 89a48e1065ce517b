import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonElements, jsonMembers } from './splitJson.js';

describe('jsonMembers', () => {
  it('keeps the text of every member', () => {
    const text = ' { "a" : 18446744073709551615 , "b\\"\\\\":[1,{"c":"},]"}] ,"d":{"e":{}},"a":-1.0e5 } ';
    expect({ ...jsonMembers(text) }).toEqual({
      a: '-1.0e5',
      'b"\\': '[1,{"c":"},]"}]',
      d: '{"e":{}}',
    });
    expect({ ...jsonMembers('{}') }).toEqual({});
    expect(Object.entries(jsonMembers('{"__proto__":1}'))).toEqual([['__proto__', '1']]);
  });

  it('agrees with JSON.parse on any object', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(objects, fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const members = jsonMembers(JSON.stringify(value, undefined, indent));
        expect(Object.keys(members).sort()).toEqual(Object.keys(value).sort());
        for (const [name, member] of Object.entries(value)) {
          expect(JSON.parse(members[name] ?? '')).toEqual(JSON.parse(JSON.stringify(member)));
        }
      }),
    );
  });
});

describe('jsonElements', () => {
  it('agrees with JSON.parse on any list', () => {
    expect(jsonElements(' [ ] ')).toEqual([]);
    expect(jsonElements('[18446744073709551615, "a,]"]')).toEqual(['18446744073709551615', '"a,]"']);
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(jsonElements(text).map(part => JSON.parse(part))).toEqual(JSON.parse(text));
      }),
    );
  });
});
