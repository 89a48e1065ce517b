import { describe, expect, it } from 'vitest';
import { lostPromises, registerPromises } from './lostPromises.mjs';

/** Returns the names of what is found in the body of a test. */
const found = body =>
  lostPromises('a.test.ts', `it('is a test', async () => {\n${body}\n});`).map(({ name }) => name);

describe('lostPromises', () => {
  it.each([
    ["const answer = askWallet('sign');\nawait approve();\nawait answer;"],
    ["const answer = askWallet('sign');\nawait approve();\nexpect(await answer).toBe(1);"],
    [
      'const answer = page.waitForEvent("popup");\nexpect(await read()).toBe(1);\nconst popup = await answer;',
    ],
    ['const answer = expect(ask()).rejects.toThrow();\nawait approve();\nawait answer;'],
    ['const answer = ask();\nawait approve();\nawait expect(answer).rejects.toThrow();'],
    ['const answer = ask();\nawait approve();\nawait Promise.all([answer, other()]);'],
    ['const answer = calls.map(call);\nawait approve();\nawait Promise.all(answer);'],
    ['const answer = (async () => { await one(); })();\nif (isOne) await approve();\nawait answer;'],
  ])('finds a promise that is awaited after other steps: %s', body => {
    expect(found(body)).toEqual(['answer']);
  });

  it.each([
    ["const answer = awaitedLater(askWallet('sign'));\nawait approve();\nawait answer;"],
    ['const answer = await ask();\nawait approve();\nexpect(answer).toBe(1);'],
    ['const answer = ask();\nawait answer;'],
    ['const answer = ask();\nconst other = click();\nawait Promise.all([answer, other]);'],
    ['const answer = ask().catch(error => error);\nawait approve();\nawait answer;'],
    ['const answer = Promise.allSettled([ask()]);\nawait approve();\nawait answer;'],
    ['const answer = addressOf();\nawait approve();\nawait send(answer);'],
    ['const answer = read();\nawait approve();\nexpect(answer).toBe(1);'],
    ['const answer = ask();\nanswer.catch(() => {});\nawait approve();\nawait answer;'],
  ])('finds nothing that is registered, awaited at once or no promise: %s', body => {
    expect(found(body)).toEqual([]);
  });
});

describe('registerPromises', () => {
  it('adds the helper, and its import once', () => {
    const source =
      "import { it } from 'vitest';\nasync () => {\nconst a = f(\n1);\nconst b = g();\nawait c();\nawait a;\nawait b;\n};\n";
    const registered = registerPromises('e2e/frame/a.test.ts', source);
    expect(registered).toBe(
      "import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';\nimport { it } from 'vitest';\nasync () => {\nconst a = awaitedLater(f(\n1));\nconst b = awaitedLater(g());\nawait c();\nawait a;\nawait b;\n};\n",
    );
    expect(registerPromises('e2e/frame/a.test.ts', registered)).toBe(registered);
  });

  it('leaves a list of promises, whose Promise.all has to move', () => {
    const source = 'async () => {\nconst a = b.map(f);\nawait c();\nawait Promise.all(a);\n};\n';
    expect(registerPromises('a.test.ts', source)).toBe(source);
  });
});
