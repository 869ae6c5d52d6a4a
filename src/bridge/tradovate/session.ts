import { minuteMs } from '#lib/durations.ts';
import { isObject } from '../core/answers.ts';
import { Silenced } from '../core/throttle.ts';
import { Answered, findRejection } from './rejections.ts';
import type { RestParts, Sender } from './sender.ts';
import { renewAheadMs, type TradovateSettings } from './settings.ts';

type Session = { readonly token: string; readonly expiresAt: number };

/** The vendor allows 15 renewals an hour. */
const renewalsApartMs = 5 * minuteMs;

/** The one session that the vendor allows, renewed in time. */
export function createSession({ login }: TradovateSettings, { clock, metrics }: RestParts, sender: Sender) {
  let session: Session | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let starting: Promise<Session> | undefined;
  let asking: Promise<boolean> | undefined;
  /** Why no further sign-in is tried: five failed ones an hour lock the user. */
  let rejection: string | undefined;

  function read(answer: unknown): Session | undefined {
    if (!isObject(answer) || typeof answer['accessToken'] !== 'string') return undefined;
    sender.hosts.learn(answer['apiHosts']);
    return { token: answer['accessToken'], expiresAt: Date.parse(String(answer['expirationTime'])) };
  }

  async function signIn(): Promise<Session> {
    if (rejection !== undefined) throw new Error(rejection);
    const answer = await sender.send('live', 'POST', '/auth/accesstokenrequest', login).catch((error: unknown) => {
      if (error instanceof Answered && error.status === 401) return { errorText: error.words || error.message };
      throw sender.toError('rest', error);
    });
    const started = read(answer);
    if (!started) {
      const words = isObject(answer) ? answer['errorText'] : undefined;
      rejection = `Tradovate refuses the sign-in: ${words ?? 'no token'}. Correct it and start the bridge again.`;
      throw new Error(rejection);
    }
    metrics.count('sign_ins');
    return started;
  }

  async function renew({ token }: Session): Promise<Session | undefined> {
    renewedAt = clock.now();
    try {
      return read(await sender.send('live', 'GET', '/auth/renewaccesstoken', undefined, token));
    } catch (error) {
      if (error instanceof Answered) return undefined;
      throw error;
    }
  }

  /** One start at a time: a second sign-in would close the first one's session. */
  function start(current: Session | undefined): Promise<Session> {
    starting ??= (async () => (current && (await renew(current))) ?? (await signIn()))()
      .then((started) => {
        session = started;
        return started;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  function forget(token: string): void {
    if (session?.token === token) session = undefined;
  }

  /** Asks whether the vendor has closed a session, as it does when the user signs in elsewhere, and forgets it then. */
  async function isClosed(token: string): Promise<boolean> {
    if (session?.token !== token) return true;
    asking ??= sender
      .sendOnce('live', 'GET', '/auth/me', undefined, token)
      .then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Answered)) throw error;
          forget(token);
          return true;
        },
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  return {
    isClosed,
    problem: () => rejection,
    /** The session, renewed before it ends. */
    async get(): Promise<Session> {
      const leftMs = session ? session.expiresAt - clock.now() : 0;
      return session && leftMs > renewAheadMs ? session : start(leftMs > 0 ? session : undefined);
    },
    /** Does what the table says after the stream, or its opening, was refused. @throws {Silenced} for an hour */
    async react(where: 'stream' | 'upgrade', status: number, token: string): Promise<void> {
      const { does } = findRejection(where, status);
      if (does === 'sign-in') forget(token);
      else if (does === 'renew' && session && clock.now() >= renewedAt + renewalsApartMs) await start(session);
      else if (does !== 'session' || !(await isClosed(token))) {
        const error = sender.toError(where, new Answered('the stream', status, ''));
        if (error instanceof Silenced) throw error;
      }
    },
  };
}
