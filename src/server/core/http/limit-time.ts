import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from './context.ts';

/** Shorter than proxies (60 s) and bridges wait: an answer that says to try again helps more than none. */
export const answerWithinMs = 30_000;

/** A request takes longer than anyone waits. It may still succeed, so a client that retries must be able to repeat it. */
export class LateAnswerError extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/** A picture over a slow line may take longer, which the server limits by itself. */
const isReceiving = (c: AppContext) => c.env?.incoming?.complete === false;

/** Fails a request that has no answer in time, whatever it waits for; the body of an answer may follow for longer. */
export const limitTime =
  (ms = answerWithinMs): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const expire = () => {
      if (isReceiving(c)) timer.refresh();
      else reject(new LateAnswerError(ms));
    };
    const timer = setTimeout(expire, ms);
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
