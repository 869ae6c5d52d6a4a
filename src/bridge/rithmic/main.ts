import { resolve } from 'node:path';
import { runCommand } from '../core/commands.ts';
import { runDoctor } from '../core/doctor.ts';
import { runBridge } from '../core/run-bridge.ts';
import { createRithmicAdapter } from './adapter.ts';
import { readSettings } from './settings.ts';

const { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target, BRIDGE_FOLDER = './rithmic-data' } = process.env;
const [command = 'start'] = process.argv.slice(2);

async function main(): Promise<void> {
  if (!secret || !target)
    throw new Error('Set PLATFORM_BRIDGE_SECRET (the site’s secret) and TIDEMARK_URL (its address).');
  const folder = resolve(BRIDGE_FOLDER);
  const port = Number(process.env['BRIDGE_PORT'] ?? 8703);
  const settings = readSettings(process.env, folder, port);
  const bridge = {
    ...{ secret, target: target.replace(/(?<!\/)\/+$/, ''), folder, port },
    recordTo: command === 'record' ? resolve(folder, 'recording.jsonl') : undefined,
  };
  if (command === 'doctor') return runDoctor(bridge, (parts) => createRithmicAdapter(settings, parts));
  if (await runCommand(bridge, process.argv.slice(2), console.log)) return;
  if (command !== 'start' && command !== 'record')
    throw new Error('Use: node rithmic-bridge.mjs, or with doctor, record, tasks, confirm, refused or forget.');
  const running = await runBridge(bridge, (parts) => createRithmicAdapter(settings, parts));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.stop());
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
