import { Refused, Unauthorized } from '../core/adapter.ts';
import { isObject, parseAnswer, type Row } from '../core/answers.ts';
import { createBackoff } from '../core/backoff.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createThrottle } from '../core/throttle.ts';
import type { VolumetricaSettings } from './settings.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Envelope = { readonly success?: boolean; readonly data?: unknown; readonly nextPageToken?: string | null };

const timeoutMs = 15_000;
/** Locks and flattens, and what tells whether they hold: these go before everything else. */
const urgentPaths = ['/TradingAccount/ChangePermission', '/TradingAccount/Enable', '/Trading/', '/TradingAccount?'];

/** The vendor's REST interface: a key in a header and no session, within its limits. */
export function createRest(
  { url, apiKey, open }: VolumetricaSettings,
  { clock, metrics, record }: Pick<CoreParts, 'clock' | 'metrics' | 'record'>,
) {
  const throttle = createThrottle(clock, { perHour: open.requestsPerHour });
  const backoff = createBackoff();
  let sent = 0;

  async function ask(method: Method, path: string, query: Row = {}, body?: Row): Promise<Envelope> {
    throttle.take(urgentPaths.some((each) => `${path}?`.startsWith(each)));
    sent += 1;
    record('out', `${method} ${path}`, { ...query, ...body });
    metrics.count('requests');
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const search = entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
    const response = await fetch(`${url}${path}${search}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'x-api-key': apiKey },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const retryAfterMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (response.status === 429)
      throw throttle.silence(Number.isNaN(retryAfterMs) ? open.retryMs : retryAfterMs, 'too many requests');
    if (response.status === 503) {
      const waitMs = Number.isNaN(retryAfterMs) ? backoff.after(false) : retryAfterMs;
      throw throttle.silence(waitMs, 'the vendor isn’t available');
    }
    if (response.status === 401 || response.status === 403) throw new Unauthorized('Volumetrica refuses the API key');
    const answer = parseAnswer(text);
    record('in', `${response.status} ${path}`, answer ?? text.slice(0, 500));
    const problem = findProblem(answer);
    if (problem !== undefined && response.status < 500) throw new Refused(problem);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    backoff.after(true);
    if (response.status === 204) return {};
    if (!isObject(answer)) {
      // A few calls answer with the data alone.
      if (answer === undefined || answer === null) throw new Error(`${path} answered ${response.status} without JSON`);
      return { data: answer };
    }
    // Anything else isn't the vendor's, and above all not an empty list.
    if (answer['success'] !== true && !('data' in answer)) throw new Error(`${path} answered without data`);
    return answer;
  }

  return {
    /** Why nothing can be asked now, for an operator. */
    problem: throttle.problem,
    /** How many requests so far. */
    sent: () => sent,
    async get(path: string, query?: Row): Promise<unknown> {
      return (await ask('GET', path, query)).data;
    },
    /** @throws {Refused} with the vendor's words */
    async send(method: 'POST' | 'PUT', path: string, body: Row, query?: Row): Promise<Row> {
      const { data } = await ask(method, path, query, body);
      return isObject(data) ? data : {};
    },
    /** All pages of a list of everybody's rows, by the vendor's ids of accounts. */
    async getBulk(path: string, query: Row): Promise<readonly (readonly [vendorId: string, rows: readonly Row[]])[]> {
      const pages: (readonly [string, readonly Row[]])[] = [];
      let token: string | null | undefined;
      do {
        const page = await ask('GET', path, token ? { ...query, nextPageToken: token } : query);
        if (!isObject(page.data ?? {})) throw new Error(`${path} answered without rows by account`);
        for (const [vendorId, rows] of Object.entries(page.data ?? {})) pages.push([vendorId, rowsOf(rows)]);
        token = page.nextPageToken;
      } while (token);
      return pages;
    },
  };
}

export type Rest = ReturnType<typeof createRest>;

/** The rows of a list, which some calls wrap in a table with totals. */
export function rowsOf(value: unknown): readonly Row[] {
  const list = isObject(value) ? (value['data'] ?? value['accounts']) : value;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** UTC ms of a time, with or without its zone, or already in milliseconds. */
export function toTime(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = String(value);
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

export const toCents = (dollars: unknown): number => Math.round(Number(dollars) * 100);

function findProblem(answer: unknown): string | undefined {
  if (!isObject(answer) || answer['success'] !== false) return undefined;
  const { message, error, errors } = answer;
  if (isObject(errors))
    return Object.entries(errors)
      .map((each) => each.join(': '))
      .join('; ');
  return String(message ?? error ?? 'the vendor answered success: false');
}
