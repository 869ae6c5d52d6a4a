import { fsyncSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realClock } from '#bridge/core/clock.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { openStore } from '#bridge/core/store.ts';

test('fills don’t wait for the disk, which the vendor would tell again; what it wouldn’t is there before the next step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'bridge.jsonl');
  let waits = 0;
  const store = openStore(path, (file) => {
    waits += 1;
    fsyncSync(file);
  });
  const outbox = createOutbox(store, { post: async () => ({}) }, () => undefined, realClock);
  for (let fill = 1; fill <= 200; fill += 1)
    outbox.add('a', [{ sourceId: `f${fill}`, event: { type: 'fill', at: 1 } }]);
  expect(waits).toBe(0);
  outbox.add('a', [{ sourceId: 'l1', event: { type: 'platform-lock', at: 1 } }]);
  expect(waits).toBe(1);
  // As after a kill: nothing was closed.
  expect(openStore(path).list('outbox')).toHaveLength(201);
  store.close();
});
