import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import errors from '#locales/en/errors.json' with { type: 'json' };
import type { AppEnv } from '#server/core/http/context.ts';
import { checkAllMounted, mountOn } from '#server/core/http/mount.ts';
import { type CallAccess, findAccessError, type Role, roles } from '#shared/core/access.ts';
import { type Call, defineCall, type Schema } from '#shared/core/call.ts';
import { type ErrorCode, errorStatus } from '#shared/core/errors.ts';
import { listErrorStatuses, listErrors } from '#shared/core/list-errors.ts';
import { registry } from '#shared/firm/registry.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { orderKinds } from '#shared/orders/types.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

type Operation = {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
};

type Paths = Record<string, Record<string, Operation>>;

/** Cached: the document is the same for all tests. */
let paths: Promise<Paths> | undefined;

async function readPaths(): Promise<Paths> {
  paths ??= (async () => {
    const response = await server.app.request('/api/openapi.json');
    return ((await response.json()) as { paths: Paths }).paths;
  })();
  return paths;
}

describe('registry', () => {
  test('every call has a unique name, method and path', () => {
    const addresses = registry.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(registry.length);
    expect(new Set(registry.map(({ name }) => name)).size).toBe(registry.length);
  });

  test('the registry contains the breach report', () => {
    expect(registry.map(({ name }) => name)).toContain('breachReportPdf');
  });

  test('the server mounts exactly the registered calls and the listed machine endpoints', () => {
    const machineEndpoints =
      /^\/api\/(health|ready|openapi\.json|docs|dev\/|bridge\/|webhooks\/|newsletter\/|feature-requests\/decide|affiliation\/decide|orders\/(start-link|reminders)$|contract\/(withdraw|cancel)-(form|confirm)$|(browser-reports|vitals)$|status\/(feed\.xml|confirm|unsubscribe)$|\*)/;
    const known = new Set(registry.map(({ path }) => `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`));
    const unknownPaths = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ path }) => path)
      .filter((path) => !known.has(path) && !machineEndpoints.test(path));
    expect(unknownPaths).toEqual([]);
  });

  test('a call outside the registry cannot be mounted', () => {
    const stray = defineCall({ summary: 'Not listed', get: 'stray', access: 'any' });
    const add = () => mountOn(new Hono<AppEnv>())(stray, async () => undefined);
    expect(add).toThrow('The call stray is missing from shared/firm/registry.ts');
  });

  test('the server does not start while a registered call is not mounted', () => {
    expect(() => checkAllMounted(new Hono<AppEnv>())).toThrow(/Calls without a route: .*breachReportPdf/);
  });
});

describe('access', () => {
  const trader = { verified: true, roles: [], hasSecondFactor: false };
  const staff = (...ownRoles: Role[]) => ({ verified: true, roles: ownRoles, hasSecondFactor: true });
  const withoutSecondFactor = (...ownRoles: Role[]) => ({ verified: true, roles: ownRoles, hasSecondFactor: false });
  const unverified = (...ownRoles: Role[]) => ({ verified: false, roles: ownRoles, hasSecondFactor: true });
  const cases: readonly (readonly [
    CallAccess,
    Parameters<typeof findAccessError>[1],
    ReturnType<typeof findAccessError>,
  ])[] = [
    ['any', unverified(), null],
    ['token', unverified(), null],
    ['verified', unverified('admin'), 'not_verified'],
    ['verified', trader, null],
    [{ roles: ['admin'] }, trader, 'not_allowed'],
    [{ roles: ['admin'] }, unverified('admin'), 'not_verified'],
    [{ roles: ['admin'] }, staff('support', 'finance'), 'not_allowed'],
    [{ roles: ['admin', 'finance'] }, staff('finance'), null],
    [{ roles: ['affiliate'] }, withoutSecondFactor('affiliate'), null],
    [{ roles: ['admin', 'affiliate'] }, withoutSecondFactor('affiliate', 'admin'), null],
    [{ roles: ['admin'] }, withoutSecondFactor('admin'), 'second_factor_needed'],
    [{ roles: ['admin'] }, withoutSecondFactor('affiliate'), 'not_allowed'],
    ['verified', withoutSecondFactor('admin'), null],
  ];

  test.each(cases)('for access %j, a bearer with %j gets the error %s', (access, bearer, accessError) => {
    expect(findAccessError(access, bearer)).toBe(accessError);
  });

  test('the database accepts only known roles', async () => {
    const { personId } = await signInPerson(server);
    const setRoles = (ownRoles: string[]) =>
      server.deps.db
        .updateTable('person')
        .set({ roles: ownRoles as Role[] })
        .where('id', '=', personId)
        .execute();
    await setRoles([...roles]);
    await expect(setRoles(['owner'])).rejects.toThrow(/roles/);
  });

  const guarded = registry.filter(({ access }) => access !== 'any');
  test.each(guarded.map((call) => [call.path, call] as const))('%s requires a valid token', async (_, call) => {
    const ask = (headers: Record<string, string>) =>
      server.app.request(`/api/${call.path}`, { method: call.method, headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ Authorization: 'Bearer nobody' })).status).toBe(498);
  });

  const forRoles = registry.filter(({ access }) => typeof access === 'object');
  test.each(forRoles.map((call) => [call.path, call] as const))(
    '%s responds to a trader with a 403',
    async (_, call) => {
      const { token } = await signInPerson(server);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await server.app.request(`/api/${call.path}`, { method: call.method, headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: 'not_allowed', data: null });
    },
  );
});

describe('error codes', () => {
  test('a call’s error codes follow from its access, its input and its service’s list', () => {
    expect(listErrors(checkAuth)).toEqual(['no_token', 'token_invalid', 'view_only', 'read_token_scope']);
    expect(listErrorStatuses(createOrder)).toEqual([400, 401, 403, 404, 409, 422, 429, 498, 503]);
    expect(listErrors(createOrder)).toEqual(expect.arrayContaining(['price_changed', 'idempotency_key', 'invalid']));
  });

  test('each error code has one status', () => {
    const known: readonly number[] = [400, 401, 403, 404, 406, 409, 410, 422, 429, 498, 503];
    for (const code of Object.keys(errors) as ErrorCode[]) expect(known).toContain(errorStatus(code));
    expect([errorStatus('conflict'), errorStatus('token_invalid'), errorStatus('not_found')]).toEqual([409, 498, 404]);
  });

  test('the error response carries its code', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await server.app.request('/api/submit_login', { method: 'POST', headers, body: '{"email":"x"}' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error_code: 'invalid',
      validation_errors: { email: [expect.any(String)] },
    });
  });
});

describe('the OpenAPI document', () => {
  test('lists each call’s security and errors', async () => {
    const paths = await readPaths();
    for (const call of registry) {
      const operation = paths[`/${call.path}`]?.[call.method.toLowerCase()];
      expect(operation?.operationId).toBe(call.name);
      expect(operation?.security).toEqual(call.access === 'any' ? [] : [{ bearer: [] }]);
      const errorStatuses = Object.keys(operation?.responses ?? {}).filter((status) => status !== '200');
      expect(errorStatuses.map(Number)).toEqual(listErrorStatuses(call));
    }
  });

  type Examples = Readonly<Record<string, { readonly value: unknown }>>;
  type Described = {
    readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples: Examples }>> };
    readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example: unknown }[];
  };

  async function readOperation(call: Call): Promise<Described> {
    return ((await readPaths())[`/${call.path}`]?.[call.method.toLowerCase()] ?? {}) as Described;
  }

  const listIssues = (schema: Schema | null, value: unknown) => schema?.safeParse(value).error?.issues ?? [];

  const withBody = registry.filter(({ body }) => body !== null);
  test.each(withBody.map((call) => [call.path, call] as const))(
    'has examples for %s that the call accepts',
    async (_, call) => {
      const { content = {} } = (await readOperation(call)).requestBody ?? {};
      expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
      for (const { examples } of Object.values(content)) {
        const values = Object.values(examples).map(({ value }) => value);
        expect(values.length).toBeGreaterThan(0);
        for (const value of values) expect(listIssues(call.body, value)).toEqual([]);
      }
    },
  );

  test('has an example order of each kind', async () => {
    const { requestBody } = await readOperation(createOrder);
    expect(Object.keys(requestBody?.content['application/json']?.examples ?? {})).toEqual([...orderKinds]);
  });

  test('has an example for every parameter that the call accepts', async () => {
    for (const call of registry) {
      const { parameters = [] } = await readOperation(call);
      const read = (place: string) =>
        Object.fromEntries(parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example]));
      if (call.query) expect(listIssues(call.query, read('query')), call.name).toEqual([]);
      if (call.params) expect(listIssues(call.params, read('path')), call.name).toEqual([]);
    }
  });

  test('passes Redocly’s recommended rules without a warning', async () => {
    const env = { ...server.deps.env, origin: 'https://api.tidemark.test' };
    const { app } = await server.another({ env });
    const text = await (await app.request('/api/openapi.json')).text();
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    const found = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
    expect(found).toEqual([]);
  });
});
