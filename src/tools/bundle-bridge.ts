import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';

export const bridges = readdirSync(resolve('src/bridge')).filter((name) => name !== 'core');

/** @returns the name of a bridge's script, such as `rithmic-bridge.mjs` */
const scriptOf = (name: string) => `${name.replace(/-bridge$/, '')}-bridge.mjs`;

/** Bundles a bridge with what it shares with the site into one script. @returns its path */
export async function bundleBridge(name: string, folder: string): Promise<string> {
  const outfile = resolve(folder, scriptOf(name));
  await build({
    entryPoints: [resolve(`src/bridge/${name}/main.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'error',
  });
  return outfile;
}

if (import.meta.main)
  for (const name of bridges) console.log(await bundleBridge(name, process.argv[2] ?? 'deploy/bridge'));
