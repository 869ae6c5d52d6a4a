import { hourMs } from '#lib/durations.ts';
import type { Json } from '../vendor-server.ts';
import { closedStatuses, hourly } from './contract.ts';

const sessionMs = 80 * 60_000;
const maxSessions = 2;

type Session = { readonly token: string; readonly userId: number; expiresAt: number };

/** Who is signed in, and how much of the hour's requests is left. */
export function createSessions(now: () => number, newId: () => number) {
  let sessions: Session[] = [];
  const closed = new Map<string, number>();
  const times = new Map<keyof typeof hourly, number[]>();
  const find = (token: string) => sessions.find((each) => each.token === token && each.expiresAt > now());

  const answerOf = ({ token, expiresAt, userId }: Session): Json => ({
    ...{ accessToken: token, mdAccessToken: token, expirationTime: new Date(expiresAt).toISOString(), userId },
    ...{ userStatus: 'Active', name: 'firm', hasLive: true },
  });

  return {
    find,
    /** The status for a token, 200 if it is good. */
    statusOf: (token: string): number => (find(token) ? 200 : (closed.get(token) ?? 401)),
    start(userId: number, closedStatus?: number): Json {
      const session = { token: `token-${newId()}`, userId, expiresAt: now() + sessionMs };
      sessions.push(session);
      const own = sessions.filter((each) => each.userId === userId);
      for (const { token } of own.slice(0, Math.max(0, own.length - maxSessions))) {
        closed.set(token, closedStatus ?? closedStatuses[closed.size % closedStatuses.length] ?? 500);
        sessions = sessions.filter((each) => each.token !== token);
      }
      return answerOf(session);
    },
    renew(token: string): Json {
      const session = find(token);
      if (!session) return { errorText: 'Access is denied' };
      session.expiresAt = now() + sessionMs;
      return answerOf(session);
    },
    /** Counts what the vendor limits by the hour. @returns whether it is still allowed */
    count(what: keyof typeof hourly): boolean {
      const recent = (times.get(what) ?? []).filter((at) => at > now() - hourMs);
      times.set(what, [...recent, now()]);
      return recent.length < hourly[what];
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
