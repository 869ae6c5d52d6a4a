import type { MiddlewareHandler } from 'hono';
import { minuteMs } from '#lib/durations.ts';
import type { AppContext, AppEnv } from './context.ts';

/** Shorter than proxies (60 s) and bridges wait: an answer that says to try again helps more than none. */
export const answerWithinMs = 30_000;

/** An export of years may be long in coming, and asking again would only restart it. Proxies wait longer (tests/checks/proxy-times.test.ts). */
export const fileWithinMs = 5 * minuteMs;

/** Calls `expire` once, unless it is stopped before. */
export type StartTimer = (expire: () => void, ms: number) => { stop(): void };

const startRealTimer: StartTimer = (expire, ms) => {
  const timer = setTimeout(expire, ms);
  return { stop: () => clearTimeout(timer) };
};

/** A request takes longer than anyone waits. It may still succeed, so a client that retries must be able to repeat it. */
export class LateAnswerError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/** A picture over a slow line may take longer, which the server limits by itself. */
const isReceiving = (c: AppContext) => c.env?.incoming?.complete === false;

/**
 * Fails a request that has no answer in time, whatever it waits for; the body of an answer may follow for longer. A call
 * that answers with a file asks for more time.
 */
export const limitTime =
  (startTimer: StartTimer = startRealTimer): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    let timer: ReturnType<StartTimer> | undefined;
    const allow = (ms: number) => {
      timer?.stop();
      timer = startTimer(() => (isReceiving(c) ? allow(ms) : reject(new LateAnswerError(ms))), ms);
    };
    allow(answerWithinMs);
    c.set('allowMoreTime', () => allow(fileWithinMs));
    try {
      await Promise.race([next(), late]);
    } finally {
      timer?.stop();
    }
  };
