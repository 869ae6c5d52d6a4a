import { hourMs, minuteMs } from '#lib/durations.ts';
import { isObject, type Row } from '../core/answers.ts';
import { createBackoff } from '../core/backoff.ts';
import { takeRejection } from '../core/rejected-upgrade.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { Silenced } from '../core/throttle.ts';
import { findMaintenanceEnd } from './maintenance.ts';
import { findRejection, type rejections } from './rejections.ts';
import type { Rest } from './rest.ts';

type Message = {
  readonly e?: string;
  readonly i?: number;
  readonly s?: number;
  readonly d?: unknown;
};

type Handlers = {
  /** The socket is authorized: sends the request, and the answer arrives as entities. */
  readonly onAuthorized: (request: (endpoint: string, body: object) => void) => void;
  readonly onProps: (entityType: string, entities: readonly Row[]) => void;
  /** The answer to the sync, in one or several parts: entities by the name of their list. */
  readonly onSync: (part: Row) => void;
  readonly onLost: () => void;
  /** Why the stream is refused, for an operator; undefined once it isn't. */
  readonly onProblem: (problem: string | undefined) => void;
};

const pingMs = 2_500;
/** Any frame counts as life: heartbeats stop while data flows. */
const silentMs = 10_000;

/** How a connection ended: whether it brought anything, and the status with which it was refused. */
type End = {
  readonly hasWorked: boolean;
  readonly refused?: { readonly where: Exclude<keyof typeof rejections, 'rest'>; readonly status: number };
};

/** Keeps the vendor's socket open until the signal aborts: authorized, pinged, and reopened after a loss. */
export async function runStream(
  rest: Rest,
  { clock, metrics, say }: Pick<CoreParts, 'clock' | 'metrics' | 'say'>,
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> {
  const backoff = createBackoff();

  /** @returns whether the connection has worked */
  async function connectOnce(): Promise<boolean> {
    const { token } = await rest.getSession();
    const url = rest.streamUrl();
    const { hasWorked, refused } = await runSocket(url, token, { clock, metrics, rest }, handlers, signal);
    if (!refused) return hasWorked;
    const { where, status } = refused;
    const text = `Tradovate refuses the stream at ${new URL(url).host} with ${status}: ${findRejection(where, status).means}.`;
    say(text);
    handlers.onProblem(text);
    await rest.react(where, status, token);
    return hasWorked;
  }

  while (!signal.aborted) {
    let waitMs: number;
    try {
      waitMs = backoff.after(await connectOnce());
    } catch (error) {
      say(`not connected: ${error instanceof Error ? error.message : error}`);
      waitMs = error instanceof Silenced ? error.until - clock.now() : backoff.after(false);
    }
    handlers.onLost();
    const now = clock.now();
    await clock.sleep(Math.max(waitMs, Math.min((findMaintenanceEnd(now) ?? now) - now, 5 * minuteMs)), signal);
  }
}

/** @returns how it ended, once it is closed */
async function runSocket(
  url: string,
  token: string,
  { clock, metrics, rest }: Pick<CoreParts, 'clock' | 'metrics'> & { readonly rest: Rest },
  handlers: Handlers,
  signal: AbortSignal,
): Promise<End> {
  const socket = new WebSocket(url);
  const closing = new AbortController();
  let lastFrameAt = clock.now();
  let end: End = { hasWorked: false };
  let nextId = 1;
  let asked: { readonly endpoint: string; readonly body: object } | undefined;
  const close = () => {
    closing.abort();
    socket.close();
  };
  const request = (endpoint: string, body: object | string, id = nextId) => {
    nextId = Math.max(nextId, id + 1);
    socket.send(`${endpoint}\n${id}\n\n${typeof body === 'string' ? body : JSON.stringify(body)}`);
  };
  const refuse = (where: 'stream' | 'upgrade', status: number) => {
    end = { hasWorked: false, refused: { where, status } };
    close();
  };

  function take({ e: event, i: id, s: status, d: data }: Message): void {
    if (id === 0 && status === 200) {
      handlers.onAuthorized((endpoint, body) => {
        asked = { endpoint, body };
        request(endpoint, body);
      });
    } else if (event === 'props') {
      const { entityType, entity } = data as { readonly entityType: string; readonly entity: unknown };
      handlers.onProps(entityType, (Array.isArray(entity) ? entity : [entity]) as Row[]);
    } else if (event === 'shutdown') close();
    else if (status === 200 && isObject(data) && 'p-ticket' in data) void serve(data);
    else if (status === 200 && typeof data === 'object' && data !== null) {
      end = { hasWorked: true };
      handlers.onProblem(undefined);
      handlers.onSync(data as Row);
    } else if (status !== undefined && status !== 200) refuse('stream', status);
  }

  /** Serves a penalty, which isn't an answer: the identical request again with its ticket. */
  async function serve(penalty: Row): Promise<void> {
    const isCaptcha = penalty['p-captcha'] === true;
    await clock.sleep(isCaptcha ? hourMs : Number(penalty['p-time'] ?? 0) * 1_000, closing.signal);
    if (closing.signal.aborted || signal.aborted || !asked) return;
    request(asked.endpoint, isCaptcha ? asked.body : { ...asked.body, 'p-ticket': penalty['p-ticket'] });
  }

  socket.addEventListener('message', ({ data }) => {
    lastFrameAt = clock.now();
    metrics.count('frames');
    const [kind] = data as string;
    if (kind === 'o') request('authorize', token, 0);
    else if (kind === 'a') for (const message of JSON.parse(String(data).slice(1)) as Message[]) take(message);
    else if (kind === 'c') close();
  });
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => {
      const status = takeRejection(url);
      if (status !== undefined) refuse('upgrade', status);
      resolve();
    });
    closing.signal.addEventListener('abort', () => resolve());
    signal.addEventListener('abort', () => {
      close();
      resolve();
    });
  });
  void (async () => {
    while (!closing.signal.aborted && !signal.aborted) {
      await clock.sleep(pingMs, closing.signal);
      if (socket.readyState === WebSocket.OPEN) socket.send('[]');
      // The organization may have moved meanwhile.
      if (clock.now() - lastFrameAt > silentMs || rest.streamUrl() !== url) close();
    }
  })();
  await closed;
  closing.abort();
  return end;
}
