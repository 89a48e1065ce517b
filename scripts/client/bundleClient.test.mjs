import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheDir, inRoot } from '../lib/paths.mjs';
import { bundleClient } from './bundleClient.mjs';

const source = inRoot('packages/latchkit/src');
const codeIn = folder =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.d)\.(js|tsx?)$/.test(file) && !/\.test(-\w+)?\.tsx?$/.test(file))
      .map(file => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );

let dist;
let files;
beforeAll(async () => {
  // Inside node_modules, so that the bundle can resolve the packages it imports.
  dist = mkdtempSync(path.join(cacheDir, 'client-'));
  await bundleClient(source, dist);
  files = codeIn(dist);
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const filesWith = pattern => [...files].filter(([, code]) => pattern.test(code)).map(([file]) => file);

describe('bundleClient', () => {
  it('keeps one copy of each context, and of each error class that hosts or our code compare with', () => {
    const contexts = [...codeIn(source).values()].flatMap(code => [
      ...code.matchAll(/const (\w+) = createContext\b/g),
    ]);
    expect(contexts.length).toBeGreaterThan(2);
    for (const [, name] of contexts)
      expect(filesWith(new RegExp(`const ${name} = .*createContext\\(`)), name).toHaveLength(1);
    const errors = ['BaseError', 'NoRpcUrlError', 'TransactionRevertedError', 'GatewayRefusal', 'ChainError'];
    for (const name of errors)
      expect(filesWith(new RegExp(`\\b${name} = class|class ${name}\\b`)), name).toHaveLength(1);
  });

  it('keeps code that loads later out of the modules that hosts import', () => {
    const reached = new Set();
    const visit = file => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const [, target] of files.get(file).matchAll(/ from "(\.[^"]+)"/g))
        visit(path.posix.join(path.posix.dirname(file), target));
    };
    for (const folder of ['core', 'react', 'evm', 'solana', 'walletconnect', 'embedded', 'siwx'])
      visit(`${folder}/index.js`);
    const later =
      /^(core\/(opening|services|account)|react\/(connect|nextViews)|evm\/evm[A-Z]\w+|solana\/solana[A-Z]\w+|.*Views?)\.js$/;
    expect([...reached].filter(file => later.test(file))).toEqual([]);
    expect([...files.keys()].filter(file => later.test(file)).length).toBeGreaterThan(20);
  });

  it('imports only files that exist, and maps each to its sources', () => {
    for (const [file, code] of files) {
      if (file === 'react/client.js') continue;
      for (const [, target] of code.matchAll(/(?:from |import\()"(\.[^"]+)"/g))
        expect(existsSync(path.join(dist, path.dirname(file), target)), `${file} imports ${target}`).toBe(
          true,
        );
      const map = /^\/\/# sourceMappingURL=(.+)$/m.exec(code)?.[1];
      if (map)
        expect(
          JSON.parse(readFileSync(path.join(dist, path.dirname(file), map), 'utf8')).sourcesContent,
        ).not.toHaveLength(0);
    }
    expect(filesWith(/sourceMappingURL/).length).toBeGreaterThan(400);
  });

  it('marks hooks as client code only for the server of a framework', async () => {
    expect(filesWith(/^'use client'|^"use client"/m)).toEqual(['react/client.js']);
    const { exports } = JSON.parse(readFileSync(inRoot('packages/latchkit/package.json'), 'utf8'));
    expect(exports['./react']['react-server']).toBe('./dist/react/client.js');
    const [all, references] = await Promise.all(
      ['index', 'client'].map(name => import(path.join(dist, `react/${name}.js`))),
    );
    expect(Object.keys(references)).toEqual(Object.keys(all));
    expect(Object.keys(all)).toContain('ConnectButton');
  });

  it('loads every subpath in Node', async () => {
    for (const folder of [
      'core',
      'networks',
      'internal',
      'protocol',
      'evm',
      'solana',
      'bitcoin',
      'polkadot',
      'walletconnect',
      'embedded',
      'siwx',
      'testing',
      'testing/solana',
      'testing/bitcoin',
      'testing/polkadot',
    ])
      expect(Object.keys(await import(path.join(dist, folder, 'index.js'))), folder).not.toHaveLength(0);
  });
});
