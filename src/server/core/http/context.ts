import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Call } from '#shared/core/call.ts';
import type { Deps, RequestContext, ServiceError } from '../deps.ts';

/** Called with an error whose code isn't listed in the call's contract. */
export type OnUndeclaredError = (call: Call, error: ServiceError) => void;

/** `incoming` is missing if a test calls the app without a socket. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    deps: Deps;
    requestContext: RequestContext;
    onUndeclaredError: OnUndeclaredError;
    /** For answers that take longer to prepare than those of other calls. */
    allowMoreTime: () => void;
  };
};

export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;
