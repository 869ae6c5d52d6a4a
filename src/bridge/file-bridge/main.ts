import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { askRunning } from '../core/ask-running.ts';
import { type Environment, readSite, runOrSay } from '../core/run-program.ts';
import { openSignatureMemory } from '../core/signature-memory.ts';
import { createSignedServer } from '../core/signed-server.ts';
import { openStore } from '../core/store.ts';
import { type OpenTask, openAccountStore, type Task } from './account-store.ts';
import { answerRequest } from './answer-requests.ts';
import { type BridgeSettings, checkStatements, type Say } from './send-statements.ts';
import { createMemory } from './statement-memory.ts';

function startBridge(settings: BridgeSettings, say: Say): void {
  mkdirSync(settings.statements, { recursive: true });
  const store = openAccountStore(settings.folder);
  const sent = new Map<string, string>();
  const memory = createMemory(openStore(join(settings.folder, 'statements.jsonl')));
  const announce = ({ id, text }: Task) => say(`task ${id}: ${text} Once done: node file-bridge.mjs confirm ${id}`);

  const server = createSignedServer({
    secret: settings.secret,
    memory: openSignatureMemory(settings.folder, settings.secret),
    answer: (request) => answerRequest(store, request, announce),
    open: { '/health': () => ({ ok: true, accounts: Object.keys(store.accounts).length }) },
  });

  const checkFolder = async () => {
    await checkStatements(settings, store, sent, memory, say).catch((error: Error) =>
      say(`will try again: ${error.message}`),
    );
    setTimeout(checkFolder, settings.everyMs);
  };
  server.listen(settings.port, () => {
    say(`bridge on port ${(server.address() as AddressInfo).port}, statements in ${settings.statements}`);
    void checkFolder();
  });
}

async function runCommand(settings: BridgeSettings, [command, id = '']: readonly string[], say: Say): Promise<void> {
  if (command === 'tasks') {
    const { tasks } = (await askRunning(settings, '/tasks')) as { readonly tasks: readonly OpenTask[] };
    for (const task of tasks) say(`${task.id}  ${new Date(task.requestedAt).toISOString()}  ${task.text}`);
    if (tasks.length === 0) say('No task is open.');
  } else if (command === 'confirm' && id !== '') {
    await askRunning(settings, `/tasks/${encodeURIComponent(id)}/confirm`);
    say(`${id} is confirmed. The site asks again within half an hour at most and then counts it as done.`);
  } else {
    throw new Error('Use: node file-bridge.mjs, or with tasks, or with confirm and the number of a task.');
  }
}

function readSettings(environment: Environment): BridgeSettings {
  const dateOrder = environment['BRIDGE_DATE_ORDER'] || undefined;
  if (dateOrder !== undefined && dateOrder !== 'month-first' && dateOrder !== 'day-first')
    throw new Error('Set BRIDGE_DATE_ORDER to month-first (9/15/2026) or day-first (15/9/2026), or leave it out.');
  const folder = resolve(environment['BRIDGE_FOLDER'] ?? './bridge-data');
  return {
    ...{ ...readSite(environment), folder, statements: join(folder, 'statements'), dateOrder },
    zone: environment['BRIDGE_ZONE'] || undefined,
    port: Number(environment['BRIDGE_PORT'] ?? 8700),
    everyMs: Number(environment['BRIDGE_EVERY_MS'] ?? 10_000),
  };
}

await runOrSay(async (args, environment) => {
  const settings = readSettings(environment);
  if (args.length === 0) startBridge(settings, console.log);
  else await runCommand(settings, args, console.log);
});
