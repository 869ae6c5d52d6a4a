import { hourMs, minuteMs } from '#lib/durations.ts';
import { Refused, Unauthorized } from '../core/adapter.ts';
import { isObject, type Row as Json, parseAnswer } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createThrottle, Silenced } from '../core/throttle.ts';
import { maxRequestsPerHour, renewAheadMs, type TradovateSettings } from './settings.ts';

type Host = 'live' | 'demo';
type Session = { readonly token: string; readonly expiresAt: number; readonly userId: number };

/** A penalty up to this long is waited for within a request. */
const maxPenaltyMs = 15_000;
const timeoutMs = 15_000;
const maxRedirects = 3;

/** The vendor's REST interface: one session, renewed in time, within its limits, with its penalties served. */
export function createRest(
  settings: TradovateSettings,
  { clock, metrics, record }: Pick<CoreParts, 'clock' | 'metrics' | 'record'>,
) {
  const throttle = createThrottle(clock, { perHour: maxRequestsPerHour });
  let session: Session | undefined;
  let starting: Promise<Session> | undefined;
  /** Why no further sign-in is tried: five failed ones an hour lock the user. */
  let rejection: string | undefined;
  const hosts: Record<Host, string> = { live: settings.liveUrl, demo: settings.demoUrl };

  async function send(
    host: Host,
    method: string,
    path: string,
    body: Json | undefined,
    token?: string,
  ): Promise<unknown> {
    throttle.take();
    let url = `${hosts[host]}${path}`;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      record('out', `${method} ${path}`, body ?? {});
      metrics.count('requests');
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // Clients drop the token when they follow by themselves.
      const moved = response.status === 307 ? response.headers.get('location') : null;
      if (moved !== null) {
        url = new URL(moved, url).href;
        continue;
      }
      const text = await response.text();
      const answer = parseAnswer(text);
      record('in', `${response.status} ${path}`, answer ?? text.slice(0, 500));
      if (response.status === 429) throw throttle.silence(hourMs, 'too many requests');
      if (response.status === 423) throw throttle.silence(hourMs, 'the vendor has locked its interface for us');
      if (response.status === 401) throw new Unauthorized();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      if (answer === undefined) throw new Error(`${path} answered ${response.status} without JSON`);
      return answer;
    }
    throw new Error(`${path} is redirected too often`);
  }

  /** Serves a penalty: the identical body again with its ticket. An answer of 200 with a ticket means: not done. */
  async function sendServing(host: Host, method: string, path: string, body?: Json, token?: string): Promise<unknown> {
    let answer = await send(host, method, path, body, token);
    for (let times = 0; times < 3 && isObject(answer) && 'p-ticket' in answer; times += 1) {
      if (answer['p-captcha'] === true) throw throttle.silence(hourMs, 'the vendor asks for a captcha');
      const waitMs = Number(answer['p-time'] ?? 0) * 1_000;
      if (waitMs > maxPenaltyMs) throw throttle.silence(waitMs, 'a penalty');
      await clock.sleep(waitMs);
      answer = await send(host, method, path, { ...body, 'p-ticket': answer['p-ticket'] }, token);
    }
    if (isObject(answer) && 'p-ticket' in answer) throw throttle.silence(minuteMs, 'a repeated penalty');
    return answer;
  }

  async function signIn(): Promise<Session> {
    if (rejection !== undefined) throw new Error(rejection);
    const answer = (await sendServing('live', 'POST', '/auth/accesstokenrequest', settings.login)) as Json;
    if (typeof answer['accessToken'] !== 'string') {
      rejection = `Tradovate refuses the sign-in: ${answer['errorText'] ?? 'no token'}. Correct it and start the bridge again.`;
      throw new Error(rejection);
    }
    metrics.count('sign_ins');
    return sessionOf(answer);
  }

  async function renew(current: Session): Promise<Session> {
    const answer = (await sendServing('live', 'GET', '/auth/renewaccesstoken', undefined, current.token)) as Json;
    if (typeof answer['accessToken'] !== 'string') throw new Unauthorized();
    return sessionOf(answer);
  }

  function sessionOf(answer: Json): Session {
    return {
      token: String(answer['accessToken']),
      expiresAt: Date.parse(String(answer['expirationTime'])),
      userId: Number(answer['userId']),
    };
  }

  async function startSession(): Promise<Session> {
    const current = session;
    if (current && clock.now() < current.expiresAt) {
      try {
        return await renew(current);
      } catch (error) {
        if (!(error instanceof Unauthorized)) throw error;
      }
    }
    return signIn();
  }

  /** The session, renewed before it ends. A second sign-in would close it. */
  async function getSession(): Promise<Session> {
    if (session && clock.now() < session.expiresAt - renewAheadMs) return session;
    starting ??= startSession()
      .then((started) => {
        session = started;
        return started;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  async function ask(host: Host, method: string, path: string, body?: Json): Promise<unknown> {
    const { token } = await getSession();
    try {
      return await sendServing(host, method, path, body, token);
    } catch (error) {
      // Another sign-in has closed this session, so its token is of no more use.
      if (!(error instanceof Unauthorized)) throw error;
      if (session?.token === token) session = undefined;
      return sendServing(host, method, path, body, (await getSession()).token);
    }
  }

  /** @throws {Error} the vendor's words: an error isn't an empty list */
  async function get(path: string, host: Host = 'demo'): Promise<unknown> {
    const answer = await ask(host, 'GET', path);
    const problem = findProblem(answer);
    if (problem !== undefined) throw new Error(`${path}: ${problem}`);
    return answer;
  }

  return {
    getSession,
    forgetSession(token: string) {
      if (session?.token === token) session = undefined;
    },
    get,
    /** @throws {Error} if the answer is no list */
    async list(path: string, host: Host = 'demo'): Promise<readonly Json[]> {
      const rows = await get(path, host);
      if (!Array.isArray(rows)) throw new Error(`${path} answered without a list`);
      return rows.filter(isObject);
    },
    /** The row of a `find`, or undefined. */
    async find(path: string, host: Host = 'demo'): Promise<Json | undefined> {
      const found = await get(path, host).catch((error: unknown) => {
        if (error instanceof Silenced || !/answered 404|not ?found/i.test(String(error))) throw error;
        return undefined;
      });
      return isObject(found) && 'id' in found ? found : undefined;
    },
    /** @throws {Refused} with the vendor's words: errors arrive in a 200 */
    async post(path: string, body: Json, host: Host = 'demo'): Promise<Json> {
      const answer = await ask(host, 'POST', path, body);
      const problem = findProblem(answer);
      if (problem !== undefined) throw new Refused(problem);
      return isObject(answer) ? answer : {};
    },
  };
}

export type Rest = ReturnType<typeof createRest>;

/** The vendor's words if an answer of 200 is an error. */
export function findProblem(answer: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  if (typeof answer['errorText'] === 'string' && answer['errorText'] !== '') return answer['errorText'];
  if (answer['ok'] === false) return 'the vendor answered ok: false';
  const { violations } = answer as { readonly violations?: readonly Json[] };
  if (Array.isArray(violations) && violations.length > 0)
    return violations.map((each) => String(each['description'] ?? JSON.stringify(each))).join('; ');
  return undefined;
}
