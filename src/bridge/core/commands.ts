import { type Adapter, type BridgeTask, Refused } from './adapter.ts';
import { askRunning } from './ask-running.ts';
import type { Outbox } from './outbox.ts';
import type { Answer } from './signed-server.ts';

type Parts = { readonly adapter: Adapter; readonly outbox: Outbox };

/** Answers what an operator asks the running bridge; undefined for a request of the site. */
export function answerCommand({ adapter, outbox }: Parts, url: string): Answer | undefined {
  if (url === '/refused') {
    const events = outbox.refused().map(([key, { status, event }]) => ({ key, status, type: event.type }));
    return [200, { events }];
  }
  if (url === '/tasks') return [200, { tasks: adapter.tasks() }];
  const [, kind, id = '', word] =
    /^\/(refused|transfers|tasks)\/([^/]+)\/(forget|made|repeat|confirm)$/.exec(url) ?? [];
  try {
    if (kind === 'refused') outbox.forget(decodeURIComponent(id));
    else if (kind === 'tasks' && adapter.confirmTask) adapter.confirmTask(decodeURIComponent(id));
    else if (kind === 'transfers') adapter.settleTransfer(decodeURIComponent(id), word === 'made');
    else return undefined;
    return [200, { ok: true }];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [404, { error: error.message }];
  }
}

/** Carries out a command of the command line at the running bridge. @returns false for one that doesn't exist */
export async function runCommand(
  settings: { readonly secret: string; readonly port: number },
  [command, id, word]: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  if (command === 'refused') {
    const { events } = (await askRunning(settings, '/refused')) as {
      readonly events: readonly { readonly key: string; readonly status: number; readonly type: string }[];
    };
    for (const { key, status, type } of events) say(`${key}  ${type}, refused with ${status}`);
    if (events.length === 0) say('The site has refused nothing.');
    return true;
  }
  if (command === 'tasks') {
    const { tasks } = (await askRunning(settings, '/tasks')) as { readonly tasks: readonly BridgeTask[] };
    for (const each of tasks) say(`${each.id}  ${each.text}`);
    if (tasks.length === 0) say('Nothing waits for a person.');
    return true;
  }
  if (id === undefined) return false;
  if (command === 'forget') await askRunning(settings, `/refused/${encodeURIComponent(id)}/forget`);
  else if (command === 'confirm') await askRunning(settings, `/tasks/${encodeURIComponent(id)}/confirm`);
  else if (command === 'transfer' && (word === 'made' || word === 'repeat'))
    await askRunning(settings, `/transfers/${encodeURIComponent(id)}/${word}`);
  else return false;
  return true;
}
