import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/core/deps.ts';
import { fetchFeatures, sendFeature, voteFeature } from '#shared/support/contract-features.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';
import { easyCaptcha } from './identity.ts';
import { signInPerson } from './people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha }, environment: { TRUST_PROXY: '1' } });
  ask = client(server);
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.deps.db.deleteFrom('ticket').execute();
  await server.deps.db.deleteFrom('feature_request').execute();
});

const proposal = (title: string) => ({
  name: 'Ada Marée',
  email: 'ada@example.org',
  title,
  message: 'Because I would use it every day.',
  captcha: 'solved',
});

async function publish(title: string): Promise<string> {
  const id = newId();
  const now = server.clock.now();
  const { captcha: _, ...texts } = proposal(title);
  await server.deps.db
    .insertInto('feature_request')
    .values({ ...texts, id, fingerprint: id, locale: 'en', status: 'approved', created_at: now, decided_at: now })
    .execute();
  return id;
}

const fromIp = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });

async function list(viewer: { browserSessionId?: string; token?: string } = {}) {
  const { browserSessionId, token } = viewer;
  const answer = await ask(fetchFeatures, {
    query: browserSessionId ? { browserSessionId } : {},
    ...(token ? { token } : {}),
  });
  return answer.data.features;
}

describe('suggesting a feature', () => {
  test('a suggestion becomes public only when the firm approves it through an emailed link', async () => {
    const answer = await ask(sendFeature, { body: proposal('Dark charts') });
    expect(answer.response_status).toBe(200);
    await server.drain();
    expect(await list()).toEqual([]);
    expect((await server.mails('ada@example.org'))[0]?.subject).toBe('We’ve received your suggestion');

    const [mail] = await server.mails(server.deps.catalog.site.supportEmail);
    const path = /https?:\/\/[^/]+(\/api\/feature-requests\/decide\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const page = await server.app.request(path);
    expect(await page.text()).toContain('Dark charts');
    expect(await list()).toEqual([]);

    const decide = (status: string, where = path) =>
      server.app.request(where, { method: 'POST', body: new URLSearchParams({ status }) });
    expect((await decide('approved', `${path.slice(0, -2)}xx`)).status).toBe(404);
    expect(await list()).toEqual([]);
    await Promise.all([decide('approved'), decide('approved')]);
    expect(await list()).toMatchObject([{ title: 'Dark charts', votes: 0, voted: false }]);
    await decide('declined');
    expect(await list()).toEqual([]);
  });

  test('the author of a suggestion stays private', async () => {
    await publish('A quiet one');
    expect(JSON.stringify(await list())).not.toMatch(/Ada|example\.org/);
  });

  test('a suggestion submitted many times is stored once', async () => {
    const body = proposal('Only once');
    await Promise.all(Array.from({ length: 8 }, () => ask(sendFeature, { body })));
    const rows = await server.deps.db.selectFrom('feature_request').select('id').execute();
    expect(rows).toHaveLength(1);
  });
});

describe('voting', () => {
  test('a person has one vote across all tabs and can withdraw it', async () => {
    const id = await publish('Alerts');
    const { token } = await signInPerson(server);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(voteFeature, { body: { id, voted: 1 }, token })),
    );
    expect(new Set(answers.map((answer) => answer.data.votes))).toEqual(new Set([1]));
    expect(await list({ token })).toMatchObject([{ votes: 1, voted: true }]);
    expect(await list({ browserSessionId: 'somebody-else' })).toMatchObject([{ votes: 1, voted: false }]);

    const back = await ask(voteFeature, { body: { id, voted: 0 }, token });
    expect(back.data).toEqual({ votes: 0, voted: false });
    expect((await ask(voteFeature, { body: { id, voted: 0 }, token })).data.votes).toBe(0);
  });

  test('a visitor has one vote per browser id', async () => {
    const id = await publish('Export');
    for (const browserSessionId of ['browser-1', 'browser-1', 'browser-2']) {
      await ask(voteFeature, { body: { id, voted: 1, browserSessionId }, ...fromIp('198.51.100.1') });
    }
    expect(await list({ browserSessionId: 'browser-1' })).toMatchObject([{ votes: 2, voted: true }]);
    const rows = await server.deps.db.selectFrom('feature_vote').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/browser-|198\.51/);
  });

  test('one network can’t fake many voters, but people signed in from it can vote', async () => {
    const id = await publish('Stuffed');
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const body = { id, voted: 1 as const, browserSessionId: `made-up-${index}` };
        return (await ask(voteFeature, { body, ...fromIp('198.51.100.2') })).response_status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    const { token } = await signInPerson(server);
    const signedInVote = await ask(voteFeature, { body: { id, voted: 1 }, token, ...fromIp('198.51.100.2') });
    expect(signedInVote.data).toEqual({ votes: 4, voted: true });
  });

  test('the suggestion with the most votes comes first', async () => {
    const lessPopular = await publish('Less');
    const morePopular = await publish('More');
    await ask(voteFeature, { body: { id: lessPopular, voted: 1, browserSessionId: 'a' }, ...fromIp('198.51.100.3') });
    await ask(voteFeature, { body: { id: morePopular, voted: 1, browserSessionId: 'a' }, ...fromIp('198.51.100.3') });
    await ask(voteFeature, { body: { id: morePopular, voted: 1, browserSessionId: 'b' }, ...fromIp('198.51.100.4') });
    expect((await list()).map(({ title }) => title)).toEqual(['More', 'Less']);
  });

  test('a vote needs a voter and a public suggestion', async () => {
    const id = await publish('Named');
    expect((await ask(voteFeature, { body: { id, voted: 1 } })).response_status).toBe(422);
    const gone = await ask(voteFeature, { body: { id: 'nothing', voted: 1, browserSessionId: 'a' } });
    expect(gone.response_status).toBe(404);
  });
});
