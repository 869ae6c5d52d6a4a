import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Deps, RequestContext } from '../deps.ts';

/** `incoming` is missing where a test asks the app without a socket. */
export type AppEnv = { Bindings: Partial<HttpBindings>; Variables: { deps: Deps; requestContext: RequestContext } };

export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** A file of routes/ adds its calls to the app. */
export type Routes = (app: App, deps: Deps) => void;
