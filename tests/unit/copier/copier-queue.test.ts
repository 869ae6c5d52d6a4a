import { expect, test } from 'vitest';
import { createGroupQueue } from '#server/copier/group-queue.ts';

/** A queue whose copies finish only when the test calls `end`. */
function createTestQueue(maxConcurrent: number) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = createGroupQueue((groupId) => {
    started.push(groupId);
    return new Promise((done) => ends.set(groupId, done));
  }, maxConcurrent);
  const end = async (groupId: string) => {
    ends.get(groupId)?.();
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
  };
  return { ...queue, started, end };
}

test('a group that never finishes does not block other groups', async () => {
  const queue = createTestQueue(2);
  for (const id of ['hangs', 'a', 'b', 'a']) queue.enqueue(id);
  expect(queue.started).toEqual(['hangs', 'a']);
  await queue.end('a');
  await queue.end('b');
  expect(queue.started).toEqual(['hangs', 'a', 'b', 'a']);
});

test('a group runs one copy at a time, and one more if it was requested during the run', async () => {
  const queue = createTestQueue(6);
  for (const id of ['a', 'a', 'a']) queue.enqueue(id);
  expect(queue.started).toEqual(['a']);
  await queue.end('a');
  expect(queue.started).toEqual(['a', 'a']);
  await queue.end('a');
  expect(queue.started).toEqual(['a', 'a']);
});

test('a busy group goes behind the other groups each time', async () => {
  const queue = createTestQueue(1);
  queue.enqueue('busy');
  for (const id of ['busy', 'a', 'b']) queue.enqueue(id);
  for (const id of ['busy', 'a', 'b']) await queue.end(id);
  expect(queue.started).toEqual(['busy', 'a', 'b', 'busy']);
});

test('a stopped queue starts nothing new and waits for the copy that is running', async () => {
  const queue = createTestQueue(1);
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
