import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $features, $voting, createFeatureForm, toggleVote } from '#app/support/stores/features.ts';
import { newId } from '#server/core/deps.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, openPage, resetPage, signIn, toasts } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
});

afterAll(() => server.close());

beforeEach(async () => {
  disconnect = connectFetch(server);
  resetPage();
  await server.deps.db.deleteFrom('ticket').execute();
  await server.deps.db.deleteFrom('feature_request').execute();
  $features.clear();
});

afterEach(() => disconnect());

async function publish(title: string): Promise<string> {
  const id = newId();
  const now = server.clock.now();
  await server.deps.db
    .insertInto('feature_request')
    .values({
      ...{ id, fingerprint: id, title, name: 'Ada', email: 'ada@example.org', message: 'Every day.', locale: 'en' },
      ...{ status: 'approved', created_at: now, decided_at: now },
    })
    .execute();
  return id;
}

const voteOf = (id: string) => {
  const { votes, voted } = ($features.get().data?.features ?? []).find((each) => each.id === id) ?? {};
  return { votes, voted };
};

describe('the feature list', () => {
  test('shows published requests', async () => {
    const id = await publish('Dark charts');
    await $features.load();
    expect($features.get()).toMatchObject({ status: 'ready', data: { features: [{ id, votes: 0, voted: false }] } });
  });

  test('shows no spinner after a failure', async () => {
    disconnect();
    disconnect = connectFetch(server, () => Promise.reject(new TypeError('Failed to fetch')));
    await $features.load();
    expect($features.get().status).toBe('failed');
  });
});

describe('a vote', () => {
  test('counts, and a second press withdraws it', async () => {
    const id = await publish('Dark charts');
    signIn((await signInPerson(server)).token);
    await $features.load();
    await toggleVote(id);
    expect(voteOf(id)).toEqual({ votes: 1, voted: true });
    await toggleVote(id);
    expect(voteOf(id)).toEqual({ votes: 0, voted: false });
  });

  test('is sent once for a double click', async () => {
    const id = await publish('Dark charts');
    signIn((await signInPerson(server)).token);
    await $features.load();
    await Promise.all([toggleVote(id), toggleVote(id)]);
    expect(voteOf(id)).toEqual({ votes: 1, voted: true });
  });

  test('doesn’t reorder the rows', async () => {
    const first = await publish('First');
    const second = await publish('Second');
    signIn((await signInPerson(server)).token);
    await $features.load();
    const order = ($features.get().data?.features ?? []).map(({ id }) => id);
    await toggleVote(order.at(-1) ?? '');
    expect(($features.get().data?.features ?? []).map(({ id }) => id)).toEqual(order);
    expect(order.toSorted()).toEqual([first, second].toSorted());
  });

  test('that fails leaves the count unchanged and says so', async () => {
    const id = await publish('Dark charts');
    signIn((await signInPerson(server)).token);
    await $features.load();
    await server.deps.db.deleteFrom('ticket').execute();
    await server.deps.db.deleteFrom('feature_request').execute();
    await toggleVote(id);
    expect(voteOf(id)).toEqual({ votes: 0, voted: false });
    expect($voting.get().size).toBe(0);
    expect(toasts()).toHaveLength(1);
  });
});

describe('a proposal', () => {
  const values = { name: 'Ada', email: 'ada@example.org', title: 'Dark charts', message: 'For the night.' };

  function fill(form: ReturnType<typeof createFeatureForm>): void {
    for (const [field, value] of Object.entries({ ...values, captcha: 'solved' })) form.set(field as 'name', value);
  }

  test('leads to the thank-you page on success', async () => {
    const { visited } = openPage('/feature-request');
    const form = createFeatureForm();
    fill(form);
    await form.submit();
    expect(visited).toEqual(['/thankyou']);
    expect(toasts()).toEqual([]);
  });

  test('that is refused names the field and keeps what was typed', async () => {
    const { visited } = openPage('/feature-request');
    const form = createFeatureForm();
    fill(form);
    form.set('email', 'ada@');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['email']);
    expect(form.$form.get()).toMatchObject({ values: { ...values, email: 'ada@' }, busy: false, round: 1 });
    expect(visited).toEqual([]);
    form.set('email', 'ada@example.org');
    expect(form.$form.get().errors).toEqual({});
  });

  test('is submitted once at a time', async () => {
    openPage('/feature-request');
    const held = hold<Response | undefined>();
    let sent = 0;
    disconnect();
    disconnect = connectFetch(server, (path) => {
      if (!path.endsWith('/feature-requests/send')) return undefined;
      sent += 1;
      return held.promise;
    });
    const form = createFeatureForm();
    fill(form);
    const both = [form.submit(), form.submit()];
    expect(form.$form.get().busy).toBe(true);
    held.settle(undefined);
    await Promise.all(both);
    expect(sent).toBe(1);
    expect(form.$form.get().busy).toBe(false);
  });
});
