import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sign, signatureHeaders } from '../../../src/shared/accounts/bridge-signature.ts';
import { idempotencyHeader } from '../../../src/shared/core/constants.ts';
import { createOrder, quoteOrder } from '../../../src/shared/orders/contract.ts';
import { bridgeSecret, copyHeader } from './start.ts';

/** `copy` says which copies nginx asked, and what they answered. */
type Answer = { readonly status: number; readonly text: string; readonly copy: string };
type Sent = { readonly path: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

/** A request that was answered, with its last status; `tries` counts those that a browser would have made. */
type Record_ = { readonly isWrite: boolean; readonly at: number; readonly status: number; readonly tries: number };

/** An attempt without a usable answer: when, after how long, and what came instead. */
type Failure = { readonly at: number; readonly waitedMs: number; readonly what: string; readonly text: string };

const unanswered = (error: unknown): Answer => {
  const { message, code = message } = error as NodeJS.ErrnoException;
  return { status: 0, text: code, copy: 'no answer' };
};

const selection = {
  ...{ kind: 'evaluation', packageId: 'classic-50k', addOns: [], coupon: '', platform: 'rithmic' },
} as const;
const people = 500;
const giveUpAfterMs = 60_000;
const retryAfterMs = 250;
const timeoutMs = 10_000;

/** People and a bridge that keep asking, each client from an address of its own. */
export class Load {
  readonly records: Record_[] = [];
  /** What was acknowledged. */
  readonly orderIds: string[] = [];
  readonly fillIds: string[] = [];
  /** Requests that weren't answered although they were sent again for a minute. */
  readonly lost: string[] = [];
  readonly failures: Failure[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #origin: string;
  readonly #accountIds: readonly string[];
  readonly #pending = new Set<Promise<void>>();
  #totalCents = 0;
  #fills = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(origin: string, accountIds: readonly string[]) {
    this.#origin = origin;
    this.#accountIds = accountIds;
  }

  #send({ path, body, headers = {} }: Sent): Promise<Answer> {
    const client = `2001:db8:${Math.floor(Math.random() * people).toString(16)}::1`;
    const options = { method: body === undefined ? 'GET' : 'POST', agent: this.#agent, timeout: timeoutMs };
    return new Promise((done, fail) => {
      const call = request(
        this.#origin + path,
        { ...options, headers: { 'Content-Type': 'application/json', 'X-Client': client, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          const copy = String(response.headers[copyHeader] ?? 'nginx');
          response.on('end', () => done({ status: response.statusCode ?? 0, text, copy }));
          response.on('error', fail);
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer')));
      call.on('error', fail);
      call.end(body);
    });
  }

  /** Sends a request again, with the same key, until the server takes it. */
  async #ask(sent: Sent, onAnswer: (answer: Answer) => void = () => undefined): Promise<void> {
    const since = Date.now();
    for (let tries = 1; ; tries += 1) {
      const at = Date.now();
      const answer = await this.#send(sent).catch(unanswered);
      const isTaken = answer.status >= 200 && answer.status < 500;
      if (isTaken) {
        this.records.push({ isWrite: sent.body !== undefined, at: Date.now(), status: answer.status, tries });
        onAnswer(answer);
        return;
      }
      const what = `${sent.body === undefined ? 'GET' : 'POST'} ${sent.path}: ${answer.status} of ${answer.copy}`;
      this.failures.push({ at, waitedMs: Date.now() - at, what, text: answer.text.replace(/\s+/g, ' ').slice(0, 160) });
      if (Date.now() - since > giveUpAfterMs) {
        this.lost.push(`${sent.path}: ${answer.status}`);
        return;
      }
      await wait(retryAfterMs);
    }
  }

  #order(): Promise<void> {
    const form = {
      ...{ selection, expectedTotalCents: this.#totalCents, email: `buyer-${randomUUID()}@example.com` },
      ...{ first_name: 'Ada', last_name: 'Buyer', country: 'FR', termsUse: 1, startNow: 1, renewalConsent: 1 },
      browserSessionId: randomUUID(),
    };
    const headers = { [idempotencyHeader]: randomUUID() };
    return this.#ask({ path: `/api/${createOrder.path}`, body: JSON.stringify(form), headers }, ({ status, text }) => {
      if (status === 200) this.orderIds.push((JSON.parse(text) as { data: { orderId: string } }).data.orderId);
      else this.lost.push(`an order was answered with ${status}: ${text}`);
    });
  }

  #fill(): Promise<void> {
    this.#fills += 1;
    const number = this.#fills;
    const count = this.#accountIds.length;
    const accountId = this.#accountIds[number % count];
    const side = Math.floor(number / count) % 2 === 0 ? 'buy' : 'sell';
    const fill = {
      type: 'fill',
      side,
      quantity: 1,
      priceTicks: 27_000,
      feeCents: 0,
      instrument: 'MES',
      month: '2026-12',
    };
    const sourceId = `rehearsal-${number}`;
    const events = [{ sourceId, event: { at: Date.now(), ...fill } }];
    const body = JSON.stringify({ deliveries: [{ account: { accountId }, events }] });
    const { timestamp, signature } = sign(bridgeSecret, body, new Date());
    const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
    return this.#ask({ path: '/api/bridge/events', body, headers }, ({ status, text }) => {
      if (status === 200) this.fillIds.push(sourceId);
      else this.lost.push(`a fill was answered with ${status}: ${text}`);
    });
  }

  async start(perSecond: number): Promise<void> {
    await this.#ask({ path: `/api/${quoteOrder.path}`, body: JSON.stringify({ selection }) }, ({ text }) => {
      this.#totalCents = (JSON.parse(text) as { data: { totalCents: number } }).data.totalCents;
    });
    const startedAt = Date.now();
    let sent = 0;
    const work = [
      ...Array.from({ length: 12 }, () => () => this.#ask({ path: '/faq' })),
      ...Array.from({ length: 4 }, () => () => this.#ask({ path: '/api/packages/fetch' })),
      ...Array.from({ length: 3 }, () => () => this.#fill()),
      () => this.#order(),
    ];
    this.#timer = setInterval(() => {
      const due = Math.floor(((Date.now() - startedAt) * perSecond) / 1_000);
      for (; sent < due; sent += 1) {
        const one = work[sent % work.length]?.().finally(() => this.#pending.delete(one as Promise<void>));
        if (one) this.#pending.add(one);
      }
    }, 20);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    this.#agent.destroy();
  }

  /** Attempts that failed at first, alike ones in a line: how many, when, how long they waited, and what came. */
  describeFailures(from: number, to: number): string[] {
    const kinds = Map.groupBy(
      this.failures.filter(({ at }) => at >= from && at <= to),
      ({ what }) => what,
    );
    return [...kinds].map(([what, alike]) => {
      const waited = Math.max(...alike.map(({ waitedMs }) => waitedMs));
      const times = alike.map(({ at }) => new Date(at).toISOString().slice(14, 22));
      return `    ${alike.length} × ${what} at ${times[0]} to ${times.at(-1)}, after at most ${waited} ms: ${alike[0]?.text}`;
    });
  }

  /** The longest time without an acknowledged write, and how many requests had to be sent again. */
  describe(from: number, to: number): { longestGapMs: number; again: number; count: number } {
    const within = this.records.filter(({ at }) => at >= from && at <= to);
    const times = [from, ...within.filter(({ isWrite }) => isWrite).map(({ at }) => at), to];
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    return {
      longestGapMs: Math.max(...gaps),
      again: within.filter(({ tries }) => tries > 1).length,
      count: within.length,
    };
  }
}

/** An open dashboard, which connects again when its stream ends. */
export class Dashboard {
  readonly receivedAt: number[] = [];
  #isOpen = true;
  readonly #abort = new AbortController();
  readonly done: Promise<void>;

  constructor(origin: string, path: string, token: string) {
    this.done = this.#follow(origin + path, token);
  }

  async #follow(url: string, token: string): Promise<void> {
    while (this.#isOpen) {
      try {
        const headers = { Authorization: `Bearer ${token}`, 'X-Client': '2001:db8:ffff::1' };
        const answer = await fetch(url, { headers, signal: this.#abort.signal });
        for await (const piece of answer.body ?? []) {
          // Comments keep a connection open, and say nothing of the account.
          if (answer.ok && new TextDecoder().decode(piece as Uint8Array).includes('data:'))
            this.receivedAt.push(Date.now());
        }
      } catch {
        // The server has gone, or we have.
      }
      await wait(1_000);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#abort.abort();
    await this.done;
  }
}
