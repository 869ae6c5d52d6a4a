import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';

export const bridgeFile = 'deploy/bridge/file-bridge.mjs';

/** Bundles the file bridge, with the replay's reader of files, into the one script that an operator copies. */
export async function bundleBridge(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve('src/bridge/file-bridge/main.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    banner: {
      js: '#!/usr/bin/env node\n// Built from src/bridge/file-bridge by `npm run bridge:bundle`: change that, not this file. README.md describes it.',
    },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

if (import.meta.main) {
  writeFileSync(resolve(bridgeFile), await bundleBridge());
  console.log(`${bridgeFile} is written.`);
}
