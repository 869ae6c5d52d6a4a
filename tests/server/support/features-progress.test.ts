import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchNotifications } from '#shared/messages/contract.ts';
import type { FeatureProgress } from '#shared/support/contract-features.ts';
import { fetchFeatures, voteFeature } from '#shared/support/contract-features.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';
import { signInStaff } from './funded.ts';
import { signInPerson } from './people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

async function publish(id: string): Promise<void> {
  const at = server.clock.now();
  const texts = {
    name: 'Ada',
    email: 'ada@example.org',
    title: 'Dark charts',
    message: 'For the night.',
    locale: 'en',
  };
  await server.deps.db
    .insertInto('feature_request')
    .values({ id, fingerprint: id, ...texts, status: 'approved', created_at: at, decided_at: at })
    .execute();
}

test('staff set a suggestion’s progress, and its voters are notified once', async () => {
  await publish('dark-charts');
  const staff = await signInStaff(server, 'support');
  const voter = await signInPerson(server);
  await ask(voteFeature, { token: voter.token, body: { id: 'dark-charts', voted: 1 } });
  const setProgress = (progress: FeatureProgress, reason = '') =>
    ask(officeFeatureProgress, { token: staff.token, body: { featureId: 'dark-charts', progress, reason } });
  for (const _ of [1, 2]) expect((await setProgress('planned')).response_status).toBe(200);
  expect((await ask(fetchFeatures, { query: {} })).data.features).toMatchObject([
    { progress: 'planned', reason: null, votes: 1 },
  ]);
  const receivedTitles = async () =>
    (await ask(fetchNotifications, { token: voter.token, query: {} })).data.notifications.map(({ title }) => title);
  expect(await receivedTitles()).toEqual(['Suggestion planned']);

  const bare = await setProgress('declined');
  expect(Object.keys(bare.validation_errors)).toEqual(['reason']);
  expect((await setProgress('declined', 'The platform draws them.')).response_status).toBe(200);
  expect((await ask(fetchFeatures, { query: {} })).data.features).toMatchObject([
    { progress: 'declined', reason: 'The platform draws them.' },
  ]);
  expect(await receivedTitles()).toEqual(['Suggestion declined', 'Suggestion planned']);
  const late = await ask(voteFeature, { token: staff.token, body: { id: 'dark-charts', voted: 1 } });
  expect(late.response_status).toBe(404);
  expect((await setProgress('planned')).response_status).toBe(200);
  const stranger = { token: voter.token, body: { featureId: 'dark-charts', progress: 'done' as const, reason: '' } };
  expect((await ask(officeFeatureProgress, stranger)).response_status).toBe(403);
});

test('many voters are notified with a few statements, each once', async () => {
  await publish('crowded');
  const staff = await signInStaff(server, 'support');
  const { db } = server.deps;
  const voters = await Promise.all(Array.from({ length: 40 }, () => signInPerson(server)));
  await db
    .insertInto('feature_vote')
    .values(
      voters.map(({ personId }, index) => ({
        ...{ request_id: 'crowded', voter: `person:${personId}`, network: `10.0.0.${index}` },
        created_at: server.clock.now(),
      })),
    )
    .execute();
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counted = client(await server.another({ db: counting }));
  const body = { featureId: 'crowded', progress: 'planned' as const, reason: '' };
  expect((await counted(officeFeatureProgress, { token: staff.token, body })).response_status).toBe(200);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThan(voters.length);
  const unread = await db
    .selectFrom('person')
    .select('unread_notifications')
    .where(
      'id',
      'in',
      voters.map(({ personId }) => personId),
    )
    .execute();
  expect(unread.map(({ unread_notifications: count }) => count)).toEqual(voters.map(() => 1));
});
