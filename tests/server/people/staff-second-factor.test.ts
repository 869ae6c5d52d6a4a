import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/core/demo-people.ts';
import { seedPeople } from '#server/people/seed.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('staff can act only once two-step sign-in is on, and the error explains this in their language', async () => {
  const { token, personId } = await signInPerson(server);
  await server.deps.db
    .updateTable('person')
    .set({ roles: ['admin'] })
    .where('id', '=', personId)
    .execute();
  const ask = (locale: string) => client(server)(officeOverview, { token, locale });
  expect(await ask('en')).toMatchObject({
    response_status: 403,
    error_code: 'second_factor_needed',
    response_message: 'Set up two-step sign-in in your profile first. Your role requires it.',
    data: null,
  });
  expect((await ask('fr')).response_message).toContain('connexion en deux étapes');
  await server.deps.db
    .updateTable('person')
    .set({ two_factor_at: server.clock.now() })
    .where('id', '=', personId)
    .execute();
  expect((await ask('en')).response_status).toBe(200);
});

test('demo staff need no second factor, unless the demo is off', async () => {
  await seedPeople(server.deps);
  const { token = '' } = await client(server)(submitLogin, {
    body: { email: 'admin@example.com', password: demoPassword },
  });
  expect((await client(server)(officeOverview, { token })).response_status).toBe(200);
  const live = await server.another({ env: { ...server.deps.env, demo: false } });
  expect((await client(live)(officeOverview, { token })).error_code).toBe('second_factor_needed');
});
