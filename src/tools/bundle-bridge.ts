import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';

/** The programs that operators copy, each one file, by the folder of its source. */
export const bridgeFiles = {
  'file-bridge': 'deploy/bridge/file-bridge.mjs',
  rithmic: 'deploy/bridge/rithmic-bridge.mjs',
  tradovate: 'deploy/bridge/tradovate-bridge.mjs',
  volumetrica: 'deploy/bridge/volumetrica-bridge.mjs',
} as const;

/** Bundles a bridge with what it shares with the site into one script. */
export async function bundleBridge(name: keyof typeof bridgeFiles): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(`src/bridge/${name}/main.ts`)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    banner: {
      js: `#!/usr/bin/env node\n// Built from src/bridge/${name} by \`npm run bridge:bundle\`: change that, not this file. README.md describes it.`,
    },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

if (import.meta.main) {
  for (const name of Object.keys(bridgeFiles) as (keyof typeof bridgeFiles)[]) {
    writeFileSync(resolve(bridgeFiles[name]), await bundleBridge(name));
    console.log(`${bridgeFiles[name]} is written.`);
  }
}
