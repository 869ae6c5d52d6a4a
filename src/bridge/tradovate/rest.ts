import { hourMs, minuteMs } from '#lib/durations.ts';
import { Refused, Unauthorized } from '../core/adapter.ts';
import { isObject, type Row as Json, parseAnswer } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createThrottle, Silenced } from '../core/throttle.ts';
import { createHosts, type Host } from './hosts.ts';
import { Answered, findRejection, isUrgent, type rejections } from './rejections.ts';
import { maxRequestsPerHour, renewAheadMs, type TradovateSettings } from './settings.ts';

type Session = { readonly token: string; readonly expiresAt: number };

/** A penalty up to this long is waited for within a request. */
const maxPenaltyMs = 15_000;
const timeoutMs = 15_000;
const maxRedirects = 3;
/** The vendor allows 15 renewals an hour. */
const renewalsApartMs = 5 * minuteMs;

/** The vendor's REST interface: one session, renewed in time, within its limits, with its penalties served. */
export function createRest(
  settings: TradovateSettings,
  { clock, metrics, record }: Pick<CoreParts, 'clock' | 'metrics' | 'record'>,
) {
  const throttle = createThrottle(clock, { perHour: maxRequestsPerHour });
  const hosts = createHosts(settings);
  let session: Session | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let starting: Promise<Session> | undefined;
  let asking: Promise<boolean> | undefined;
  /** Why no further sign-in is tried: five failed ones an hour lock the user. */
  let rejection: string | undefined;

  async function send(host: Host, method: string, path: string, body?: Json, token?: string): Promise<unknown> {
    throttle.take(isUrgent(path));
    let url = `${hosts.url(host)}${path}`;
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
      const place = response.headers.get('location');
      // Clients drop the token when they follow by themselves.
      if (place !== null && findRejection('rest', response.status).does === 'follow') {
        url = new URL(place, url).href;
        hosts.move(host, new URL(url).host);
        continue;
      }
      const text = await response.text();
      const answer = parseAnswer(text);
      record('in', `${response.status} ${path}`, answer ?? text.slice(0, 500));
      if (!response.ok) throw new Answered(path, response.status, findProblem(answer) ?? '');
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
    const answer = await sendServing('live', 'POST', '/auth/accesstokenrequest', settings.login).catch(
      (error: unknown) => {
        if (error instanceof Answered && error.status === 401) return { errorText: error.words || error.message };
        throw toError('rest', error);
      },
    );
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

  /** What a refusal means for the caller, once the session isn't in doubt. */
  function toError(where: keyof typeof rejections, error: unknown): unknown {
    if (!(error instanceof Answered)) return error;
    const { does, alive, means } = findRejection(where, error.status);
    const reaction = alive ?? does;
    if (reaction === 'hour') return throttle.silence(hourMs, means);
    if (reaction !== 'refuse') return error;
    return error.status === 401 ? new Unauthorized(means) : new Refused(error.words || `${error.message}: ${means}`);
  }

  async function ask(host: Host, method: string, path: string, body?: Json): Promise<unknown> {
    const { token } = await getSession();
    try {
      return await sendServing(host, method, path, body, token);
    } catch (error) {
      const isInDoubt = error instanceof Answered && findRejection('rest', error.status).does === 'session';
      if (!isInDoubt || !(await isClosed(token))) throw toError('rest', error);
      const again = await getSession();
      // Where the vendor might have been ill instead, it may have been done: who asked looks first.
      if (method === 'POST' && !isUrgent(path) && ![401, 429].includes(error.status)) throw error;
      return sendServing(host, method, path, body, again.token).catch((second: unknown) => {
        throw toError('rest', second);
      });
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
    streamUrl: hosts.stream,
    /** Why nothing can be asked now, for an operator. */
    problem: () => rejection ?? throttle.problem(),
    /** Does what the table says after the stream, or its opening, was refused. @throws {Silenced} for an hour */
    async react(where: 'stream' | 'upgrade', status: number, token: string): Promise<void> {
      const { does } = findRejection(where, status);
      if (does === 'sign-in') forgetSession(token);
      else if (does === 'renew' && session && clock.now() >= renewedAt + renewalsApartMs) {
        const current = session;
        await start(async () => (await renew(current)) ?? (await signIn()));
      } else if (does !== 'session' || !(await isClosed(token))) {
        const error = toError(where, new Answered('the stream', status, ''));
        if (error instanceof Silenced) throw error;
      }
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
        const isMissing = error instanceof Answered && findRejection('rest', error.status).does === 'missing';
        if (isMissing || (!(error instanceof Silenced) && /not ?found/i.test(String(error)))) return undefined;
        throw error;
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
