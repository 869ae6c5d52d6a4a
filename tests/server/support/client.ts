import { type BodyOf, type Call, type DataOf, fillPath, type ParamsOf, type QueryOf } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import type { Envelope } from '#shared/core/envelope.ts';
import type { TestApp } from './app.ts';

export type ClientRequest<C extends Call> = {
  body?: BodyOf<C>;
  query?: QueryOf<C>;
  params?: ParamsOf<C>;
  token?: string;
  idempotencyKey?: string;
  locale?: string;
  headers?: Record<string, string>;
  /** Sends a multipart form, as a browser does; JSON by default. */
  multipart?: boolean;
};

export type Answered<C extends Call> = Omit<Envelope, 'data'> & { data: DataOf<C>; headers: Headers };

function writeBody(body: unknown, multipart: boolean): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (!multipart) return { body: JSON.stringify(body), type: 'application/json' };
  const form = new FormData();
  for (const [key, value] of Object.entries(body as Record<string, unknown>)) form.append(key, String(value));
  return { body: form };
}

/**
 * Calls the app by the contract like one browser, keeping cookies. Fails unless the response is an envelope with the
 * same status and the contract's data.
 */
export function client({ app }: Pick<TestApp, 'app'>) {
  const cookies = new Map<string, string>();
  return async <C extends Call>(call: C, asked: ClientRequest<C> = {}): Promise<Answered<C>> => {
    const query = new URLSearchParams((asked.query ?? {}) as Record<string, string>);
    const { body, type } = writeBody(asked.body, asked.multipart ?? call.multipart);
    const headers = new Headers({ 'Accept-Language': asked.locale ?? 'en', ...asked.headers });
    if (type) headers.set('Content-Type', type);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (asked.token) headers.set('Authorization', `Bearer ${asked.token}`);
    if (asked.idempotencyKey) headers.set(idempotencyHeader, asked.idempotencyKey);
    const search = query.size > 0 ? `?${query}` : '';
    const response = await app.request(
      `/api/${fillPath(call.path, asked.params as Record<string, unknown> | undefined)}${search}`,
      {
        method: call.method,
        headers,
        ...(body === undefined ? {} : { body }),
      },
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const envelope = (await response.json()) as Envelope;
    if (envelope.response_status !== response.status) throw new Error(`Envelope of ${call.path} lies about its status`);
    if (response.status === 200) call.data?.parse(envelope.data);
    return { ...envelope, data: envelope.data as DataOf<C>, headers: response.headers };
  };
}
