// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cookieStorage, localStorageStorage, memoryStorage, type Storage } from './storage.js';

afterEach(() => vi.unstubAllGlobals());

const implementations: Record<string, () => Storage> = { cookieStorage, localStorageStorage, memoryStorage };

describe.each(Object.entries(implementations))('%s', (_, make) => {
  it('stores, replaces and removes', () => {
    const storage = make();
    expect(storage.getItem('latchkit.a')).toBeNull();
    storage.setItem('latchkit.a', '{"x":"ä;=, "}');
    storage.setItem('latchkit.ab', 'other');
    expect(storage.getItem('latchkit.a')).toBe('{"x":"ä;=, "}');
    storage.setItem('latchkit.a', 'second');
    expect(storage.getItem('latchkit.a')).toBe('second');
    storage.removeItem('latchkit.a');
    expect(storage.getItem('latchkit.a')).toBeNull();
    storage.removeItem('latchkit.ab');
  });
});

describe('localStorageStorage', () => {
  it('reads blocked and full storage as absent, and never throws', () => {
    const fail = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });
    const storage = localStorageStorage();
    expect(storage.getItem('a')).toBeNull();
    expect(() => storage.setItem('a', 'b')).not.toThrow();
    expect(() => storage.removeItem('a')).not.toThrow();
  });
});

describe('cookieStorage', () => {
  it("reads a request's cookies on a server", () => {
    vi.stubGlobal('document', undefined);
    const storage = cookieStorage(
      'a=1; latchkit.v1.connections=%7B%22eip155%22%3A%22io.one%22%7D; broken=%E0',
    );
    expect(storage.getItem('latchkit.v1.connections')).toBe('{"eip155":"io.one"}');
    expect(storage.getItem('broken')).toBeNull();
    expect(() => storage.setItem('a', 'b')).not.toThrow();
  });
});
