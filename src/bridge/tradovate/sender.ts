import { hourMs, minuteMs } from '#lib/durations.ts';
import { Refused, Unauthorized } from '../core/adapter.ts';
import { isObject, parseAnswer, type Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createThrottle } from '../core/throttle.ts';
import { createHosts, type Host } from './hosts.ts';
import { Answered, findRejection, isUrgent, type rejections } from './rejections.ts';
import { maxRequestsPerHour, type TradovateSettings } from './settings.ts';

export type RestParts = Pick<CoreParts, 'clock' | 'metrics' | 'record'>;

/** A penalty up to this long is waited for within a request. */
const maxPenaltyMs = 15_000;
const timeoutMs = 15_000;
const maxRedirects = 3;

/** Sends requests to where the vendor is, within its limits, and serves its penalties. */
export function createSender(settings: TradovateSettings, { clock, metrics, record }: RestParts) {
  const throttle = createThrottle(clock, { perHour: maxRequestsPerHour });
  const hosts = createHosts(settings);

  async function sendOnce(host: Host, method: string, path: string, body?: Row, token?: string): Promise<unknown> {
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

  return {
    hosts,
    problem: throttle.problem,
    sendOnce,
    /** Serves a penalty: the identical body again with its ticket. An answer of 200 with a ticket means: not done. */
    async send(host: Host, method: string, path: string, body?: Row, token?: string): Promise<unknown> {
      let answer = await sendOnce(host, method, path, body, token);
      for (let times = 0; isObject(answer) && 'p-ticket' in answer; times += 1) {
        if (times === 3) throw throttle.silence(minuteMs, 'a repeated penalty');
        if (answer['p-captcha'] === true) throw throttle.silence(hourMs, 'the vendor asks for a captcha');
        const waitMs = Number(answer['p-time'] ?? 0) * 1_000;
        if (waitMs > maxPenaltyMs) throw throttle.silence(waitMs, 'a penalty');
        await clock.sleep(waitMs);
        answer = await sendOnce(host, method, path, { ...body, 'p-ticket': answer['p-ticket'] }, token);
      }
      return answer;
    },
    /** What a refusal means for the caller, once the session isn't in doubt. */
    toError(where: keyof typeof rejections, error: unknown): unknown {
      if (!(error instanceof Answered)) return error;
      const { does, alive, means } = findRejection(where, error.status);
      const reaction = alive ?? does;
      if (reaction === 'hour') return throttle.silence(hourMs, means);
      if (reaction !== 'refuse') return error;
      return error.status === 401 ? new Unauthorized(means) : new Refused(error.words || `${error.message}: ${means}`);
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

/** The vendor's words if an answer of 200 is an error. */
export function findProblem(answer: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  if (typeof answer['errorText'] === 'string' && answer['errorText'] !== '') return answer['errorText'];
  if (answer['ok'] === false) return 'the vendor answered ok: false';
  const { violations } = answer as { readonly violations?: readonly Row[] };
  if (Array.isArray(violations) && violations.length > 0)
    return violations.map((each) => String(each['description'] ?? JSON.stringify(each))).join('; ');
  return undefined;
}
