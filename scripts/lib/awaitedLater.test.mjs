import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from './awaitedLater.mjs';

it('awaitedLater lets a promise reject that nobody awaits any more', async () => {
  const unhandled = [];
  const note = reason => unhandled.push(reason);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  const promise = awaitedLater(Promise.reject(new Error('registered')));
  Promise.reject(new Error('left behind'));
  await setImmediate();
  expect(unhandled.map(({ message }) => message)).toEqual(['left behind']);
  await expect(promise).rejects.toThrow('registered');
});
