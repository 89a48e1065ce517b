import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findAnvil } from './findAnvil.mjs';

const mac = {
  platform: 'darwin',
  arch: 'arm64',
  resolve: id => {
    throw new Error(`Cannot find ${id}`);
  },
};

describe('findAnvil', () => {
  it('finds the program of the platform package', () => {
    const asked = [];
    const resolve = id => {
      asked.push(id);
      return `/modules/${id}`;
    };
    expect(findAnvil({ platform: 'darwin', arch: 'x64', env: {}, resolve })).toBe(
      '/modules/@foundry-rs/anvil-darwin-amd64/bin/anvil',
    );
    expect(findAnvil({ platform: 'win32', arch: 'x64', env: {}, resolve })).toMatch(/bin.anvil\.exe$/);
    expect(asked[0]).toBe('@foundry-rs/anvil-darwin-amd64/package.json');
  });

  it('finds anvil on this machine', () => {
    expect(existsSync(findAnvil())).toBe(true);
  });

  it('uses the anvil on PATH when the package is not installed', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-anvil-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = path.join(folder, 'anvil');
    writeFileSync(program, '#!/bin/sh\n');
    const env = { PATH: ['/nowhere', folder].join(path.delimiter) };
    expect(() => findAnvil({ ...mac, env })).toThrow('anvil was not found');
    chmodSync(program, 0o755);
    expect(findAnvil({ ...mac, env })).toBe(program);
  });

  it('says what to do when there is no anvil', () => {
    expect(() => findAnvil({ ...mac, env: { PATH: '' } })).toThrow(
      'the package @foundry-rs/anvil-darwin-arm64 is not installed, and there is no anvil on PATH. Run npm ci, or install Foundry',
    );
  });
});
