import type { MiddlewareHandler } from 'hono';
import { registry } from '#shared/firm/registry.ts';
import { TemporaryError } from '../deps.ts';
import { isReady } from '../health/readiness.ts';
import type { AppEnv } from './context.ts';

/** This copy isn't ready, and what it was asked counts once: it has done nothing. */
export class NotReadyError extends TemporaryError {}

/** Their senders repeat them; a terminal's orders would meet the prices of a wrong clock. */
const prefixes = ['/api/webhooks/', '/api/bridge/', '/api/trading/'];
const callsOnce = new Set(registry.filter(({ idempotent }) => idempotent).map(({ path }) => `/api/${path}`));

/** A copy that `/api/ready` keeps visitors from also takes nothing that counts once; the others and its own later do. */
export const requireReady: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { method, path } = c.req;
  const countsOnce = method === 'POST' && (callsOnce.has(path) || prefixes.some((start) => path.startsWith(start)));
  if (countsOnce && !isReady(c.get('deps'))) throw new NotReadyError();
  await next();
};
