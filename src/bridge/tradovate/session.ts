import { minuteMs } from '#lib/durations.ts';
import { isObject, type Row as Json } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Hosts } from './hosts.ts';
import { Answered } from './rejections.ts';
import type { Sender } from './sender.ts';
import { renewAheadMs, type TradovateSettings } from './settings.ts';

type Session = { readonly token: string; readonly expiresAt: number };

/** The vendor allows 15 renewals an hour. */
const renewalsApartMs = 5 * minuteMs;

/** The one session that the vendor allows a user: begun once, renewed in time, begun again when the vendor has closed it. */
export function createSession(
  { login }: TradovateSettings,
  hosts: Hosts,
  { send, sendServing, toError }: Sender,
  { clock, metrics }: Pick<CoreParts, 'clock' | 'metrics'>,
) {
  let session: Session | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let starting: Promise<Session> | undefined;
  let asking: Promise<boolean> | undefined;
  /** Why no further sign-in is tried: five failed ones an hour lock the user. */
  let rejection: string | undefined;

  async function signIn(): Promise<Session> {
    if (rejection !== undefined) throw new Error(rejection);
    const answer = await sendServing('live', 'POST', '/auth/accesstokenrequest', login).catch((error: unknown) => {
      if (error instanceof Answered && error.status === 401) return { errorText: error.words || error.message };
      throw toError('rest', error);
    });
    if (!isObject(answer) || typeof answer['accessToken'] !== 'string') {
      const words = isObject(answer) ? answer['errorText'] : undefined;
      rejection = `Tradovate refuses the sign-in: ${words ?? 'no token'}. Correct it and start the bridge again.`;
      throw new Error(rejection);
    }
    metrics.count('sign_ins');
    return sessionOf(answer);
  }

  async function renew({ token }: Session): Promise<Session | undefined> {
    renewedAt = clock.now();
    try {
      const answer = await sendServing('live', 'GET', '/auth/renewaccesstoken', undefined, token);
      return isObject(answer) && typeof answer['accessToken'] === 'string' ? sessionOf(answer) : undefined;
    } catch (error) {
      if (error instanceof Answered) return undefined;
      throw error;
    }
  }

  function sessionOf(answer: Json): Session {
    hosts.learn(answer['apiHosts']);
    return { token: String(answer['accessToken']), expiresAt: Date.parse(String(answer['expirationTime'])) };
  }

  function start(begin: () => Promise<Session>): Promise<Session> {
    starting ??= begin()
      .then((started) => {
        session = started;
        return started;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  /** The session, renewed before it ends. A second sign-in would close it. */
  async function getSession(): Promise<Session> {
    const current = session;
    if (current && clock.now() < current.expiresAt - renewAheadMs) return current;
    const isAlive = current && clock.now() < current.expiresAt;
    return start(async () => (isAlive ? await renew(current) : undefined) ?? (await signIn()));
  }

  function forgetSession(token: string): void {
    if (session?.token === token) session = undefined;
  }

  /** Asks whether the vendor has closed a session, as it does when the user signs in elsewhere, and forgets it then. */
  async function isClosed(token: string): Promise<boolean> {
    if (session?.token !== token) return true;
    asking ??= send('live', 'GET', '/auth/me', undefined, token)
      .then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Answered)) throw error;
          forgetSession(token);
          return true;
        },
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  /** Renews the session, so that its answer names the hosts again; nothing if it was just renewed. */
  async function renewNow(): Promise<void> {
    if (!session || clock.now() < renewedAt + renewalsApartMs) return;
    const current = session;
    await start(async () => (await renew(current)) ?? (await signIn()));
  }

  return { getSession, forgetSession, isClosed, renewNow, rejection: () => rejection };
}
