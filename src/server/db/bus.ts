import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../deps.ts';
import type { Connection } from './connect.ts';
import { keepAliveAfterMs } from './timeouts.ts';

// All messages share one database channel; a LISTEN per person would not scale.
const wire = 'tidemark';
const separator = '\n';
const shortestPauseMs = 250;
const longestPauseMs = 10_000;

type Listener = (payload: string) => void;

/** A dedicated listening connection that reconnects after a database outage. */
async function listenOnPostgres(
  url: string,
  deliver: (message: string) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let pauseMs = shortestPauseMs;

  function openLater(): void {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      open().catch((error: unknown) => {
        log.warn({ err: error }, 'the listening connection could not be opened');
        openLater();
      });
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    });
    client = fresh;
    fresh.on('notification', (message) => deliver(message.payload ?? ''));
    fresh.on('error', () => undefined);
    fresh.on('end', openLater);
    await fresh.connect();
    await fresh.query(`listen ${wire}`);
    pauseMs = shortestPauseMs;
  }

  await open();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}

/** Messages between servers; those sent in a transaction leave with its commit. */
export async function openBus(connection: Connection, log: Logger): Promise<Bus & { close(): Promise<void> }> {
  const listeners = new Map<string, Set<Listener>>();
  const prefixes = new Map<Listener, string>();

  function deliver(message: string): void {
    const end = message.indexOf(separator);
    const payload = message.slice(end + 1);
    const channel = message.slice(0, end);
    const wide = [...prefixes].filter(([, prefix]) => channel.startsWith(prefix)).map(([listener]) => listener);
    for (const listener of [...(listeners.get(channel) ?? []), ...wide]) {
      try {
        listener(payload);
      } catch (error) {
        log.error({ err: error }, 'a listener failed');
      }
    }
  }

  const close =
    connection.kind === 'postgres'
      ? await listenOnPostgres(connection.url, deliver, log)
      : await connection.pglite.listen(wire, deliver);

  return {
    close,
    async publish(executor, channel, payload) {
      await sql`select pg_notify(${wire}, ${`${channel}${separator}${payload}`})`.execute(executor);
    },
    async publishAll(executor, messages) {
      const texts = messages.map(({ channel, payload }) => `${channel}${separator}${payload}`);
      await sql`select pg_notify(${wire}, text) from unnest(${texts}::text[]) as given (text)`.execute(executor);
    },
    async subscribeAll(prefix, listener) {
      prefixes.set(listener, prefix);
      return async () => void prefixes.delete(listener);
    },
    async subscribe(channel, listener) {
      const present = listeners.get(channel) ?? new Set();
      listeners.set(channel, present.add(listener));
      return async () => {
        present.delete(listener);
        if (present.size === 0 && listeners.get(channel) === present) listeners.delete(channel);
      };
    },
  };
}
