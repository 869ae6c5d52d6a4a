import { toJsonSchema } from '#server/core/http/openapi.ts';
import { type Call, fillPath } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import type { TestApp } from './app.ts';
import { fill } from './fill.ts';

/** Makes any call with a token and inputs that fit its contract, in which each id is `id`. */
export async function requestWithToken({ app }: Pick<TestApp, 'app'>, call: Call, token: string, id: string) {
  const query = call.query ? (fill(toJsonSchema(call.query, 'input'), id) as Record<string, string>) : {};
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, id]);
  const path = `${fillPath(call.path, Object.fromEntries(names))}?${new URLSearchParams(query)}`;
  const response = await app.request(`/api/${path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      [idempotencyHeader]: 'any-call-with-a-token',
    },
    ...(call.body ? { body: JSON.stringify(fill(toJsonSchema(call.body, 'input'), id)) } : {}),
  });
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
  const answer = isEnvelope ? ((await response.json()) as { error_code?: string }) : {};
  if (!isEnvelope) await response.body?.cancel();
  return { status: response.status, code: answer.error_code };
}
