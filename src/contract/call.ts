import type * as z from 'zod/mini';

/** What a call asks of the bearer: nothing, a valid token, or a token of somebody whose address is verified. */
export type CallAccess = 'any' | 'token' | 'verified';

export type Schema = z.ZodMiniType;

type MaybeSchema = Schema | null;

/** One call of the API: where it is, what goes in, what `data` comes out, which statuses it may answer besides 200. */
export type Call<
  Body extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Data extends MaybeSchema = MaybeSchema,
> = {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** Below the API root, without a leading slash. */
  readonly path: string;
  readonly access: CallAccess;
  readonly body: Body;
  readonly query: Query;
  readonly data: Data;
  /** Sent as multipart by our client; the server takes JSON and multipart for every body. */
  readonly multipart: boolean;
  /** Whether the envelope carries `token` or `user` on success. */
  readonly returns: { readonly token: boolean; readonly user: boolean };
  readonly idempotent: boolean;
  readonly errors: readonly ErrorStatus[];
};

export type ErrorStatus = 400 | 401 | 403 | 404 | 406 | 409 | 410 | 422 | 429 | 498 | 503;

type CallInput<Body extends MaybeSchema, Query extends MaybeSchema, Data extends MaybeSchema> = {
  name: string;
  summary: string;
  method: 'GET' | 'POST';
  path: string;
  access?: CallAccess;
  body?: Body;
  query?: Query;
  data?: Data;
  multipart?: boolean;
  returns?: { token?: boolean; user?: boolean };
  /** The call needs an Idempotency-Key header; the same key gives the same answer. */
  idempotent?: boolean;
  errors?: readonly ErrorStatus[];
};

export function defineCall<
  Body extends MaybeSchema = null,
  Query extends MaybeSchema = null,
  Data extends MaybeSchema = null,
>(call: CallInput<Body, Query, Data>): Call<Body, Query, Data> {
  const { access = 'any', multipart = false, returns, errors = [] } = call;
  const implied: ErrorStatus[] = access === 'any' ? [] : [401, 498];
  return {
    name: call.name,
    summary: call.summary,
    method: call.method,
    path: call.path,
    access,
    body: (call.body ?? null) as Body,
    query: (call.query ?? null) as Query,
    data: (call.data ?? null) as Data,
    multipart,
    returns: { token: returns?.token ?? false, user: returns?.user ?? false },
    idempotent: call.idempotent ?? false,
    errors: [...implied, ...(access === 'verified' ? ([403] as const) : []), ...errors],
  };
}

export type BodyOf<C extends Call> = C['body'] extends Schema ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined;
export type DataOf<C extends Call> = C['data'] extends Schema ? z.output<C['data']> : undefined;
