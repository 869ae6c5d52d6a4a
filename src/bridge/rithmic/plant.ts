import { secondMs } from '#lib/durations.ts';
import { createBackoff } from '../core/backoff.ts';
import { findWindowEnd } from '../core/maintenance.ts';
import { takeRejection } from '../core/rejected-upgrade.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { RithmicSettings } from './settings.ts';
import { type Plant, plantNumbers, pushes, templates } from './templates.ts';
import { createReader, encode, type Message, numberOf, textOf, type Values } from './wire.ts';

/** They may carry a request's id, but aren't its answer. */
const pushed = new Set<number>([pushes.order, pushes.position, pushes.account]);
/** The vendor refuses a request for good. */
export class Denied extends Error {}

/** The gateway refuses the connection itself. */
class Unreachable extends Error {}

export type Link = {
  /** The rows of an answer; none if the vendor has none. @throws {Denied} for every other code than 0 and 7 */
  ask(template: number, values?: Values): Promise<readonly Message[]>;
};

type Handlers = {
  /** The vendor ends the sessions of plants that sign in at the same time, so they take turns. */
  readonly inTurn: (signIn: () => Promise<number>) => Promise<number>;
  readonly onReady: (link: Link) => Promise<void>;
  readonly onNotice: (template: number, message: Message) => void;
  readonly onLost: () => void;
  readonly onProblem: (problem: string | undefined) => void;
};

type Parts = Pick<CoreParts, 'clock' | 'metrics' | 'say' | 'record'>;

const answerMs = 30 * secondMs;
/** Without any message for so many intervals, the connection is dead. */
const silentIntervals = 2;

/** Keeps a plant's connection until the signal aborts. A refused sign-in isn't repeated. */
export async function runPlant(
  plant: Plant,
  settings: RithmicSettings,
  parts: Parts,
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const { clock, say } = parts;
  const backoff = createBackoff();
  while (!signal.aborted) {
    const now = clock.now();
    await clock.sleep((findWindowEnd(settings.open.maintenance, now) ?? now) - now, signal);
    if (signal.aborted) return;
    let waitMs: number;
    try {
      const end = await runSession(plant, settings, parts, handlers, signal);
      waitMs = end === 'forced' ? settings.open.forcedLogoutWaitMs : backoff.after(end !== 'failed');
      if (end === 'forced')
        handlers.onProblem(
          `Rithmic has ended the ${plant} session: another program signs in as this user. Next try at ${new Date(clock.now() + waitMs).toISOString()}.`,
        );
    } catch (error) {
      handlers.onLost();
      const text = error instanceof Error ? error.message : String(error);
      say(`${plant} plant: ${text}`);
      if (error instanceof Denied) {
        handlers.onProblem(`Rithmic refuses the sign-in: ${text}. Correct it and start the bridge again.`);
        return;
      }
      if (error instanceof Unreachable) handlers.onProblem(text);
      waitMs = backoff.after(false);
    }
    handlers.onLost();
    await clock.sleep(waitMs, signal);
  }
}

type End = 'lost' | 'failed' | 'forced';

/** @returns how the session ended. @throws {Denied} if the vendor refuses the sign-in */
async function runSession(
  plant: Plant,
  settings: RithmicSettings,
  parts: Parts,
  { inTurn, onReady, onNotice, onProblem }: Handlers,
  signal: AbortSignal,
): Promise<End> {
  let end: End = 'failed';
  const connection = await connect(settings.gateway, parts, (template, message) => {
    if (template === pushes.forcedLogout) {
      end = 'forced';
      connection.close();
    } else onNotice(template, message);
  });
  const stop = () => connection.close(templates.logout);
  signal.addEventListener('abort', stop);
  try {
    const intervalMs = await inTurn(() => signIn(connection, plant, settings));
    onProblem(undefined);
    void keepAlive(connection, intervalMs, parts);
    onReady(connection).then(
      () => {
        if (end === 'failed') end = 'lost';
      },
      (error: unknown) => {
        parts.say(`${plant} plant: ${error instanceof Error ? error.message : error}`);
        connection.close();
      },
    );
    await connection.closed;
    return end;
  } finally {
    signal.removeEventListener('abort', stop);
    connection.close();
  }
}

async function signIn(connection: Connection, plant: Plant, { login, open }: RithmicSettings): Promise<number> {
  const [answer = {}] = await connection.ask(templates.login, {
    ...login,
    ...{ templateVersion: open.templateVersion, plant: plantNumbers[plant] },
  });
  return Math.max(1, numberOf(answer, 'heartbeatInterval')) * secondMs;
}

/** The names of the vendor's systems, which it tells before a sign-in, on a connection of its own. */
export async function listSystems({ gateway }: RithmicSettings, parts: Parts): Promise<readonly string[]> {
  const connection = await connect(gateway, parts, () => undefined);
  const rows = await connection.ask(templates.systems).finally(() => connection.close());
  return rows.flatMap(({ systemName = [] }) => systemName.map(String));
}

/** Signs in once, asks, and signs out. */
export async function visit<Result>(
  plant: Plant,
  settings: RithmicSettings,
  parts: Parts,
  act: (link: Link) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(settings.gateway, parts, () => undefined);
  try {
    await signIn(connection, plant, settings);
    return await act(connection);
  } finally {
    connection.close(templates.logout);
  }
}

async function keepAlive(connection: Connection, intervalMs: number, { clock }: Parts): Promise<void> {
  while (!connection.ended.aborted) {
    connection.send(templates.heartbeat, {});
    await clock.sleep(intervalMs, connection.ended);
    if (clock.now() - connection.heardAt() > silentIntervals * intervalMs) connection.close();
  }
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** @throws {Error} if the gateway can't be reached */
async function connect(gateway: string, parts: Parts, onNotice: (template: number, message: Message) => void) {
  const { clock, metrics, record, say } = parts;
  const socket = new WebSocket(gateway);
  socket.binaryType = 'arraybuffer';
  const ending = new AbortController();
  let heardAt = clock.now();
  let nextId = 1;
  type Asked = {
    readonly rows: Message[];
    readonly answer: (rows: readonly Message[]) => void;
    readonly fail: (error: Error) => void;
  };
  const asked = new Map<string, Asked>();

  function send(templateId: number, values: Values): void {
    record('out', `template ${templateId}`, values);
    if (socket.readyState === WebSocket.OPEN) socket.send(encode({ templateId, ...values }));
  }
  function close(farewell?: number): void {
    if (ending.signal.aborted) return;
    if (farewell !== undefined) send(farewell, {});
    ending.abort();
    socket.close();
    for (const { fail } of asked.values()) fail(new Error('the connection is lost'));
    asked.clear();
  }

  /** What was asked is answered by rows, and then by a code. @returns whether the message belongs to it */
  function takeAnswer(message: Message): boolean {
    const id = textOf(message, 'userMsg');
    const waiting = asked.get(id);
    if (!waiting) return false;
    const [code, ...words] = (message.code ?? []).map(String);
    if (code !== '7') waiting.rows.push(message);
    if (code === undefined) return true;
    asked.delete(id);
    if (code === '0' || code === '7') waiting.answer(waiting.rows);
    else waiting.fail(new Denied([code, ...words].join(' ')));
    return true;
  }

  function take(message: Message): void {
    heardAt = clock.now();
    metrics.count('messages');
    const template = numberOf(message, 'templateId');
    record('in', `template ${template}`, message);
    const isNotice = pushed.has(template);
    if (!isNotice && takeAnswer(message)) return;
    if (template === pushes.reject) say(`Rithmic rejects a request: ${message.code?.join(' ')}`);
    else onNotice(template, message);
  }

  const read = createReader(take);
  socket.addEventListener('message', ({ data }) => {
    try {
      read(new Uint8Array(data as ArrayBuffer));
    } catch (error) {
      say(`the connection is closed: ${error instanceof Error ? error.message : error}`);
      close();
    }
  });
  const closed = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  socket.addEventListener('close', () => close());
  socket.addEventListener('error', () => close());
  await new Promise<void>((opened, failed) => {
    socket.addEventListener('open', () => opened());
    ending.signal.addEventListener('abort', () => {
      const status = takeRejection(new URL(gateway).href);
      const text = status === undefined ? 'can’t be reached' : `refuses the connection with ${status}`;
      failed(new Unreachable(`${gateway} ${text}.`));
    });
  });
  return {
    ...{ send, close, closed, ended: ending.signal, heardAt: () => heardAt },
    async ask(template: number, values: Values = {}): Promise<readonly Message[]> {
      const id = String(nextId);
      nextId += 1;
      const answered = new AbortController();
      const answer = new Promise<readonly Message[]>((resolve, reject) => {
        asked.set(id, { rows: [], answer: resolve, fail: reject });
      });
      if (ending.signal.aborted) asked.get(id)?.fail(new Error('the connection is lost'));
      send(template, { userMsg: id, ...values });
      void clock.sleep(answerMs, answered.signal).then(() => {
        if (!answered.signal.aborted) asked.get(id)?.fail(new Error(`template ${template} wasn’t answered`));
      });
      return answer.finally(() => {
        answered.abort();
        asked.delete(id);
      });
    },
  };
}
