import { resolve } from 'node:path';
import type { Adapter } from './adapter.ts';
import { runCommand } from './commands.ts';
import { runDoctor } from './doctor.ts';
import { type CoreParts, runBridge } from './run-bridge.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Program<Settings> = {
  /** The script's name. */
  readonly file: string;
  readonly folder: string;
  readonly port: number;
  /** @throws {Error} one sentence that names what is missing */
  readonly readSettings: (environment: Environment, folder: string, port: number) => Settings;
  readonly connect: (settings: Settings, parts: CoreParts) => Adapter;
};

export const runProgram = <Settings>(program: Program<Settings>): Promise<void> =>
  runOrSay((args, environment) => run(program, args, environment));

/** Runs a program; says an error in its one sentence. */
export async function runOrSay(work: (args: readonly string[], environment: Environment) => Promise<void>) {
  await work(process.argv.slice(2), process.env).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

/** @throws {Error} if they are missing */
export function readSite({ PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target }: Environment) {
  if (!secret || !target)
    throw new Error('Set PLATFORM_BRIDGE_SECRET (the site’s secret) and TIDEMARK_URL (its address).');
  return { secret, target: target.replace(/(?<!\/)\/+$/, '') };
}

async function run<Settings>(
  { file, readSettings, connect, ...defaults }: Program<Settings>,
  args: readonly string[],
  environment: Environment,
): Promise<void> {
  const site = readSite(environment);
  const [command = 'start'] = args;
  const folder = resolve(environment['BRIDGE_FOLDER'] ?? defaults.folder);
  const port = Number(environment['BRIDGE_PORT'] ?? defaults.port);
  const settings = readSettings(environment, folder, port);
  const bridge = {
    ...{ ...site, folder, port },
    recordTo: command === 'record' ? resolve(folder, 'recording.jsonl') : undefined,
  };
  const connectTo = (parts: CoreParts) => connect(settings, parts);
  if (command === 'doctor') return runDoctor(bridge, connectTo);
  if (await runCommand(bridge, args, console.log)) return;
  if (command !== 'start' && command !== 'record')
    throw new Error(`Use: node ${file}, or with doctor, record, refused, forget, tasks, confirm or transfer.`);
  const running = await runBridge(bridge, connectTo);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.stop());
}
