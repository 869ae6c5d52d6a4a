import { expect, test } from 'vitest';
import { createGroupQueue } from '../../src/server/services/copier/group-queue.ts';

/** Copies that end when the test says so. */
function openQueue(atOnce: number) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = createGroupQueue((groupId) => {
    started.push(groupId);
    return new Promise((done) => ends.set(groupId, done));
  }, atOnce);
  const end = async (groupId: string) => {
    ends.get(groupId)?.();
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
  };
  return { ...queue, started, end };
}

test('a group that never ends holds up no other', async () => {
  const queue = openQueue(2);
  for (const id of ['hangs', 'a', 'b', 'a']) queue.enqueue(id);
  expect(queue.started).toEqual(['hangs', 'a']);
  await queue.end('a');
  await queue.end('b');
  expect(queue.started).toEqual(['hangs', 'a', 'b', 'a']);
});

test('a group is copied by one call at a time, and once more if it was asked for meanwhile', async () => {
  const queue = openQueue(6);
  for (const id of ['a', 'a', 'a']) queue.enqueue(id);
  expect(queue.started).toEqual(['a']);
  await queue.end('a');
  expect(queue.started).toEqual(['a', 'a']);
  await queue.end('a');
  expect(queue.started).toEqual(['a', 'a']);
});

test('a busy group waits behind the others each time', async () => {
  const queue = openQueue(1);
  queue.enqueue('busy');
  for (const id of ['busy', 'a', 'b']) queue.enqueue(id);
  for (const id of ['busy', 'a', 'b']) await queue.end(id);
  expect(queue.started).toEqual(['busy', 'a', 'b', 'busy']);
});

test('a queue that stops starts nothing more and waits for what runs', async () => {
  const queue = openQueue(1);
  queue.enqueue('a');
  queue.enqueue('b');
  let isStopped = false;
  const stopping = queue.stop().then(() => {
    isStopped = true;
  });
  await Promise.resolve();
  expect(isStopped).toBe(false);
  await queue.end('a');
  await stopping;
  expect(queue.started).toEqual(['a']);
});
