import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../deps.ts';
import type { Connection } from './connect.ts';
import { listenOnPostgres } from './listen.ts';

// All messages share one database channel; a LISTEN per person would not scale.
const databaseChannel = 'tidemark';
const separator = '\n';
type Listener = (payload: string) => void;

/** Messages between servers; those sent in a transaction leave with its commit. */
export async function openBus(connection: Connection, log: Logger): Promise<Bus & { close(): Promise<void> }> {
  const listeners = new Map<string, Set<Listener>>();
  const prefixes = new Map<Listener, string>();

  function deliver(message: string): void {
    const end = message.indexOf(separator);
    const payload = message.slice(end + 1);
    const channel = message.slice(0, end);
    const matching = [...prefixes].filter(([, prefix]) => channel.startsWith(prefix)).map(([listener]) => listener);
    for (const listener of [...(listeners.get(channel) ?? []), ...matching]) {
      try {
        listener(payload);
      } catch (error) {
        log.error({ err: error }, 'a listener failed');
      }
    }
  }

  const close =
    connection.kind === 'postgres'
      ? await listenOnPostgres(connection.url, databaseChannel, { onMessage: deliver, log })
      : await connection.pglite.listen(databaseChannel, deliver);

  return {
    close,
    async publish(executor, channel, payload) {
      await sql`select pg_notify(${databaseChannel}, ${`${channel}${separator}${payload}`})`.execute(executor);
    },
    async publishAll(executor, messages) {
      const texts = messages.map(({ channel, payload }) => `${channel}${separator}${payload}`);
      await sql`select pg_notify(${databaseChannel}, text) from unnest(${texts}::text[]) as given (text)`.execute(
        executor,
      );
    },
    async subscribeAll(prefix, listener) {
      prefixes.set(listener, prefix);
      return async () => void prefixes.delete(listener);
    },
    async subscribe(channel, listener) {
      const channelListeners = listeners.get(channel) ?? new Set();
      listeners.set(channel, channelListeners.add(listener));
      return async () => {
        channelListeners.delete(listener);
        if (channelListeners.size === 0 && listeners.get(channel) === channelListeners) listeners.delete(channel);
      };
    },
  };
}
