import type { MiddlewareHandler } from 'hono';
import { ServiceError } from '../errors.ts';
import type { AppEnv } from './context.ts';

/** Our longest path has about a third. Node’s parser limits the whole of address and headers. */
const maxPathLength = 2_000;

/** Answers a path that is longer than any of ours like one that doesn’t exist. */
export const limitPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.path.length <= maxPathLength) return next();
  if (c.req.path.startsWith('/api/')) throw new ServiceError(404, 'no_such_call');
  return c.redirect('/', 302);
};

/** The limit of forms that aren’t calls, such as the pages behind mailed links. Counted before the form is read. */
export const limitForm: MiddlewareHandler<AppEnv> = async (c, next) => {
  await c.get('deps').limits.take('write', c.get('requestContext').ip);
  await next();
};
