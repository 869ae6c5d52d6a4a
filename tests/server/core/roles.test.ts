import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#shared/core/access.ts';
import { fillPath } from '#shared/core/call.ts';
import { registry } from '#shared/core/registry.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
const tokens = new Map<Role | 'none', string>();

beforeAll(async () => {
  server = await startTestApp();
  for (const role of ['none', ...roles] as const) {
    const { token, personId } = await signInPerson(server);
    tokens.set(role, token);
    if (role === 'none') continue;
    await giveRoles(server, personId, [role]);
  }
});

afterAll(() => server.close());

/** Every call that requires a role, with whether each role may make it, by the contract. */
const forRoles = registry.filter(({ access }) => typeof access === 'object');
const cells = forRoles.flatMap((call) =>
  (['none', ...roles] as const).map((role) => {
    const allowed: readonly string[] = typeof call.access === 'object' ? call.access.roles : [];
    return [call.name, role, allowed.includes(role) ? 'admitted' : 'refused', call] as const;
  }),
);

describe('role by call', () => {
  test('every call below /admin requires a role', () => {
    const open = registry.filter(({ path, access }) => path.startsWith('admin/') && typeof access !== 'object');
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  test('a person without a role is refused by every one of them', () => {
    expect(cells.filter(([, role, answer]) => role === 'none' && answer === 'admitted')).toEqual([]);
  });

  test.each(cells)('the call %s from the role %s is %s', async (_, role, answer, call) => {
    const stop = new AbortController();
    const response = await server.app.request(
      `/api/${fillPath(call.path, { id: 'x', number: 'x', documentId: 'x', attachmentId: 'x' })}`,
      {
        method: call.method,
        headers: { Authorization: `Bearer ${tokens.get(role)}`, 'Content-Type': 'application/json' },
        signal: stop.signal,
        ...(call.method === 'POST' ? { body: '{}' } : {}),
      },
    );
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
    const code = isEnvelope ? ((await response.json()) as { error_code?: string }).error_code : undefined;
    stop.abort();
    if (!isEnvelope) await response.body?.cancel();
    expect(code === 'not_allowed' ? 'refused' : 'admitted').toBe(answer);
    if (answer === 'refused') expect(response.status).toBe(403);
  });
});
