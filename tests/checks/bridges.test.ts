import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bridgeFiles, bundleBridge } from '#tools/bundle-bridge.ts';

test.each(Object.keys(bridgeFiles) as (keyof typeof bridgeFiles)[])(
  'the bridge %s that operators copy is built from today’s sources; otherwise run `npm run bridge:bundle`',
  async (name) => {
    expect(readFileSync(bridgeFiles[name], 'utf8') === (await bundleBridge(name))).toBe(true);
  },
);
