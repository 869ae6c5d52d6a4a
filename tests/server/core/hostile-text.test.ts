import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Limits, ServiceError } from '#server/core/deps.ts';
import { findUnbounded } from '#server/core/http/find-unbounded.ts';
import { roles } from '#shared/core/access.ts';
import type { Call } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { type NamedCall, registry } from '#shared/firm/registry.ts';
import { unlimited } from '../../support/unlimited.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fill } from '../support/fill.ts';
import { alphabets, bodyTexts, type Place, put, queryTexts, repeat, shapeOf } from '../support/hostile-text.ts';
import { giveRoles, signInPerson } from '../support/people.ts';

const bodyLength = 120_000;
/** What Node’s parser accepts as address and headers. */
const addressLength = 15_000;

function pathOf(call: Call): string {
  return `/api/${call.path.replace(/\{\w+\}/g, 'x')}`;
}

let server: TestApp;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  const person = await signInPerson(server);
  await giveRoles(server, person.personId, [...roles]);
  token = person.token;
});

afterAll(() => server.close());

function headersFor(call: Call): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [idempotencyHeader]: 'hostile-text-1',
    ...(call.access === 'any' ? {} : { Authorization: `Bearer ${token}` }),
  };
}

const label = ({ call, place }: { call: NamedCall; place: Place }) => `${call.name} ${place.join('.')}`;

describe('text that is far too long', () => {
  test('has no field without a limit, checked before anything else, in any call', () => {
    expect(registry.flatMap((call) => findUnbounded(call).map((path) => `${call.name} ${path}`))).toEqual([]);
  });

  test.each(bodyTexts.map((each) => [label(each), each] as const))('is refused in the body of %s', async (_, each) => {
    const { call, place } = each;
    const valid = fill(shapeOf(call.body), 'harbor-at-noon', 'text@example.org');
    for (const alphabet of alphabets) {
      const body = JSON.stringify(put(valid, place, repeat(alphabet, bodyLength)));
      const response = await server.app.request(pathOf(call), { method: call.method, headers: headersFor(call), body });
      const { validation_errors: errors } = (await response.json()) as { validation_errors: object };
      expect(response.status).toBe(422);
      expect(Object.keys(errors)).toContain(place.join('.'));
    }
  });

  test.each(queryTexts.map((each) => [label(each), each] as const))(
    'is refused in the query of %s',
    async (_, each) => {
      const { call, place } = each;
      const valid = fill(shapeOf(call.query), 'x') as Record<string, string>;
      for (const alphabet of alphabets) {
        const query = new URLSearchParams({ ...valid, [place.join('.')]: repeat(alphabet, addressLength) });
        const response = await server.app.request(`${pathOf(call)}?${query}`, { headers: headersFor(call) });
        expect(response.status).toBe(422);
      }
    },
  );

  test.each(alphabets)('gets an answer as a path of %j', async (alphabet) => {
    const path = encodeURI(repeat(alphabet, addressLength)).slice(0, addressLength);
    const page = await server.app.request(`/${path}x`);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
    expect((await server.app.request(`/api/${path}x`)).status).toBe(404);
  });

  test.each(alphabets)('changes nothing as a header of %j', async (alphabet) => {
    const value = encodeURI(repeat(alphabet, addressLength)).slice(0, addressLength);
    const names = ['accept-language', 'user-agent', 'cookie', 'if-none-match', 'accept-encoding', 'x-forwarded-for'];
    for (const name of names) {
      expect((await server.app.request('/api/packages/fetch', { headers: { [name]: value } })).status).toBe(200);
    }
    const authorization = { headers: { authorization: `Bearer ${value}` } };
    expect((await server.app.request('/api/account/data', authorization)).status).toBe(498);
  });

  const digits = Array.from({ length: 40_000 }, (_, index) => index.toString(36));
  const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n1\r\n`;

  test.each([
    ['many fields', 'application/x-www-form-urlencoded', digits.map((name) => `${name}=`).join('&')],
    ['one field many times', 'application/x-www-form-urlencoded', 'a=1&'.repeat(2_000)],
    ['many parts', 'multipart/form-data; boundary=x', `${part('a').repeat(2_000)}--x--`],
    [
      'a part with a long header',
      'multipart/form-data; boundary=x',
      `${part('a', `\r\nB: ${'b'.repeat(3_000)}`)}--x--`,
    ],
    [
      'a list of many values',
      'application/json',
      `{"selection":{"kind":"evaluation","addOns":[${'1,'.repeat(2_000)}1]}}`,
    ],
    ['one field many times', 'application/json', `{${'"a":1,'.repeat(2_000)}"a":1}`],
    ['deep lists', 'application/json', `{"a":${'['.repeat(2_000)}`],
  ])('is refused as %s (%s), unread', async (_, type, body) => {
    for (const path of ['/api/contact/send', '/api/orders/quote']) {
      const response = await server.app.request(path, { method: 'POST', headers: { 'Content-Type': type }, body });
      expect(response.status).toBe(400);
    }
  });

  test('may hold any number of commas and brackets in a text', async () => {
    const message = `${'[{,"\\'.repeat(400)}`;
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', topic: 'other', message, captcha: 'none' });
    const headers = { 'Content-Type': 'application/json' };
    const response = await server.app.request('/api/contact/send', { method: 'POST', headers, body });
    const { validation_errors: errors } = (await response.json()) as { validation_errors: object };
    expect([response.status, Object.keys(errors)]).toEqual([422, ['captcha']]);
  });
});

/** Signed messages of our providers, and the demo’s own tools. */
const notForms = ['/api/webhooks/', '/api/bridge/', '/api/dev/', '/dev/'];

describe('the rate limit of a public form', () => {
  test('is counted before the form is read', async () => {
    const used = new Set<string>();
    const limits: Limits = {
      ...unlimited,
      take: async (name) => {
        used.add(name);
        throw new ServiceError(429, 'too_many', { retryAfterSeconds: 60 });
      },
    };
    const limited = await startTestApp({ replace: { limits } });
    const privatePaths = new Set(registry.filter(({ access }) => access !== 'any').map(({ path }) => `/api/${path}`));
    const answers: [path: string, status: number, uses: number][] = [];
    const forms = new Set(limited.app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path));
    for (const path of forms) {
      if (privatePaths.has(path) || notForms.some((start) => path.startsWith(start))) continue;
      used.clear();
      const headers = { 'Content-Type': 'application/json', [idempotencyHeader]: 'limited-form-1' };
      const response = await limited.app.request(path, { method: 'POST', headers, body: '{' });
      answers.push([path, response.status, used.size]);
    }
    await limited.close();
    expect(answers.filter(([, status, uses]) => status !== 429 || uses !== 1)).toEqual([]);
  });
});
