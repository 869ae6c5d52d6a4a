import pg from 'pg';
import type { Logger } from 'pino';
import { keepAliveAfterMs } from './timeouts.ts';

const minReconnectDelayMs = 250;
const maxReconnectDelayMs = 10_000;

type Listening = {
  readonly onMessage: (payload: string) => void;
  /** After each connection, since messages of the time before are lost. */
  readonly onConnect?: () => void;
  readonly log: Logger;
};

/**
 * A dedicated listening connection that reconnects after a database outage.
 * @returns a function that closes it
 * @throws if the first connection fails
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  { onMessage, onConnect, log }: Listening,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let reconnectDelayMs = minReconnectDelayMs;

  function scheduleOpen(): void {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      open().catch((error: unknown) => {
        log.warn({ err: error }, 'the listening connection could not be opened');
        scheduleOpen();
      });
    }, reconnectDelayMs);
    reconnectDelayMs = Math.min(reconnectDelayMs * 2, maxReconnectDelayMs);
  }

  async function open(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    });
    client = newClient;
    newClient.on('notification', (message) => onMessage(message.payload ?? ''));
    // Never removed: PgBouncer sends its own error right after the database's, and one without a listener ends the process.
    newClient.on('error', () => undefined);
    newClient.on('end', scheduleOpen);
    await newClient.connect();
    await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    reconnectDelayMs = minReconnectDelayMs;
    onConnect?.();
  }

  await open();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
