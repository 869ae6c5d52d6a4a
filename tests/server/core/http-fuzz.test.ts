import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toJsonSchema } from '#server/core/http/openapi.ts';
import { openSession } from '#server/people/sessions/open-session.ts';
import type { Call } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { envelopeSchema } from '#shared/core/envelope.ts';
import { listErrorStatuses } from '#shared/core/list-errors.ts';
import { registry } from '#shared/firm/registry.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fill, type Shape } from '../support/fill.ts';
import { easyCaptcha, registerVerified } from '../support/identity.ts';

/** About ten thousand bodies over all calls. */
const runsEach = Math.ceil(10_000 / registry.filter(({ method }) => method === 'POST').length);

let server: TestApp;
let token: string;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  await registerVerified(server, 'fuzz@example.org');
  const person = await server.deps.db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const requestContext = {
    ip: '127.0.0.1',
    network: '127.0.0.1',
    userAgent: '',
    locale: 'en',
    requestId: 'r',
    deviceHash: null,
  } as const;
  token = await openSession(server.deps, server.deps.db, person.id, requestContext);
});

afterAll(() => server.close());

/** Text that attackers and broken clients send. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "'; drop table person; --",
    '{{7*7}}',
    '../../etc/passwd',
    'a'.repeat(10_000),
    '\u202e',
  ),
  fc.emailAddress(),
);

const value = fc.oneof(
  { depthSize: 'small' },
  hostileText,
  fc.jsonValue(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constant(null),
);

type Json = Record<string, unknown>;

/** The path of every value, starting with the whole body. */
function pathsIn(body: unknown, path: readonly string[] = ['body']): string[][] {
  const inside = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return [[...path], ...inside.flatMap(([key, each]) => pathsIn(each, [...path, key]))];
}

function fieldsOf(call: Call): string[] {
  const shape = call.body && 'shape' in call.body ? Object.keys(call.body.shape as object) : [];
  return [...shape, 'selection', 'email', 'password', '__proto__', 'constructor'];
}

/** A valid body with one broken field at any depth: it passes the first checks and fails later. */
function nearlyValid(call: Call): fc.Arbitrary<{ type: string; text: string }> {
  const valid = call.body ? fill(toJsonSchema(call.body, 'input') as Shape, 'harbor-at-noon', 'fuzz@example.org') : {};
  const paths = pathsIn(valid);
  return fc
    .record({ place: fc.constantFrom(...paths), wrong: fc.oneof(hostileText, value) })
    .map(({ place, wrong }) => {
      const body = structuredClone({ body: valid });
      const parent = place.slice(0, -1).reduce((at, key) => at[key] as Json, body as Json);
      parent[place.at(-1) ?? ''] = wrong;
      return { type: 'application/json', text: JSON.stringify(body.body) ?? '' };
    });
}

const bodies = (call: Call) =>
  fc.oneof(
    nearlyValid(call),
    fc.record({
      type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image/png', ''),
      text: fc.oneof(
        hostileText,
        fc.constantFrom('', '[', '{"a":', 'null', '[]', '"x"', '1e999', '['.repeat(5_000), '--x\r\n'),
      ),
    }),
    fc
      .dictionary(fc.constantFrom(...fieldsOf(call)), value)
      .map((body) => ({ type: 'application/json', text: JSON.stringify(body) })),
    fc
      .dictionary(fc.constantFrom(...fieldsOf(call)), hostileText)
      .map((body) => ({ type: 'application/x-www-form-urlencoded', text: new URLSearchParams(body).toString() })),
  );

describe('fuzzed requests', () => {
  test.each(registry.filter((call) => call.method === 'POST').map((call) => [call.path, call] as const))(
    '%s responds with an envelope and never with a 5xx',
    async (_, call) => {
      await fc.assert(
        fc.asyncProperty(bodies(call), async ({ type, text }) => {
          const response = await server.app.request(`/api/${call.path}`, {
            method: 'POST',
            headers: {
              ...(type ? { 'Content-Type': type } : {}),
              [idempotencyHeader]: 'fuzz-key-1',
              ...(call.access === 'any' ? {} : { Authorization: `Bearer ${token}` }),
            },
            body: text,
          });
          expect(response.status).toBeLessThan(500);
          const envelope = envelopeSchema.parse(await response.json());
          expect(envelope.response_status).toBe(response.status);
          if (response.status !== 200) expect(listErrorStatuses(call)).toContain(response.status);
        }),
        { numRuns: runsEach },
      );
    },
  );

  test.each(
    registry
      .filter((call) => call.method === 'GET' && call.name !== 'accountStream')
      .map((call) => [call.path, call] as const),
  )('%s responds to any query and any token with a status below 500', async (_, call) => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('orderId', 'sessionId', 'to', 'x'), hostileText),
        hostileText,
        async (query, name) => {
          const bearer = /^[\x21-\x7e]+$/.test(name) ? { Authorization: `Bearer ${name}` } : {};
          const response = await server.app.request(`/api/${call.path}?${new URLSearchParams(query)}`, {
            headers: bearer,
          });
          expect(response.status).toBeLessThan(500);
          if (call.mediaType === null) envelopeSchema.parse(await response.json());
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a body that is too large gets a 400', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(300_000) });
    const headers = { 'Content-Type': 'application/json' };
    const response = await server.app.request('/api/submit_login', { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  });

  test('any path gets a status below 504, and any API path a 302 or 404', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (path) => {
        const response = await server.app.request(`/${encodeURIComponent(path.toWellFormed())}`);
        expect(response.status).toBeLessThan(504);
        const api = await server.app.request(`/api/${encodeURIComponent(path.toWellFormed())}`);
        expect([302, 404]).toContain(api.status);
      }),
      { numRuns: 60 },
    );
  });
});
