import type { MiddlewareHandler } from 'hono';
import { registry } from '#shared/firm/registry.ts';
import { ServiceError } from '../deps.ts';
import { reportPath } from './browser-reports.ts';
import type { AppEnv } from './context.ts';

/** Our longest path has about a third. Node’s parser limits the whole of address and headers. */
const maxPathLength = 2_000;

/** Answers a path that is longer than any of ours like one that doesn’t exist. */
export const limitPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.path.length <= maxPathLength) return next();
  if (c.req.path.startsWith('/api/')) throw new ServiceError(404, 'no_such_call');
  return c.redirect('/', 302);
};

const callPaths = new Set(registry.map(({ path }) => `/api/${path}`));

/** Signed messages of providers and bridges, the demo’s own tools, and reports, which have a limit of their own. */
const notForms = ['/api/webhooks/', '/api/bridge/', '/api/dev/', reportPath];

/**
 * Counts whatever is posted and isn’t a call, such as the pages behind mailed links, before it is read. Calls name their
 * limit when they are mounted.
 */
export const limitForms: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { method, path } = c.req;
  const isForm = method === 'POST' && !callPaths.has(path) && !notForms.some((start) => path.startsWith(start));
  if (isForm) await c.get('deps').limits.take('write', c.get('requestContext').ip);
  await next();
};
