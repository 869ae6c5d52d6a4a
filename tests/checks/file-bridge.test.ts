import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bridgeFile, bundleBridge } from '#tools/bundle-bridge.ts';

test('the file bridge that operators copy is built from today’s sources; otherwise run `npm run bridge:bundle`', async () => {
  expect(readFileSync(bridgeFile, 'utf8') === (await bundleBridge())).toBe(true);
});
