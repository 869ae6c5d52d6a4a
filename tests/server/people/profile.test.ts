import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { listTimeZones } from '#lib/user-time-zone.ts';
import { activateAccount } from '#server/accounts/lifecycle/activate.ts';
import { addNotification, addNotifications } from '#server/messages/notifications/add.ts';
import { fetchNotifications, updateMessageStatus } from '#shared/messages/contract.ts';
import { register, submitLogin } from '#shared/people/contract.ts';
import { deleteProfile, exportProfile, updateProfile } from '#shared/people/contract-profile.ts';
import { confirmIdentity } from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { answerConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { easyCaptcha, goodPassword, registerVerified, registration } from '../support/identity.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';
import { serve } from '../support/serve.ts';
import { pass } from '../support/trading.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

const details = { first_name: 'Ana', last_name: 'Sousa', country: 'PT' };

async function upload(token: string, file: Blob, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...details, ...more })) form.append(key, value);
  form.append('picture', file, 'me.jpg');
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  const response = await server.app.request('/api/profile/update', { method: 'POST', headers, body: form });
  return (await response.json()) as Awaited<ReturnType<typeof updateOnly>>;
}

const updateOnly = (token: string, changes: object = {}) =>
  ask(updateProfile, { token, body: { ...details, ...changes } });

const fetchPicture = (token: string) =>
  server.app.request('/api/profile/picture', { headers: { Authorization: `Bearer ${token}` } });

async function photograph() {
  const raw = sharp({ create: { width: 900, height: 600, channels: 3, background: '#07546b' } });
  const exif = { IFD0: { Copyright: 'secret place', Artist: 'Ana' } };
  return raw.jpeg().withExif(exif).toBuffer();
}

describe('a profile', () => {
  test('stores name, country and language and ignores unknown fields', async () => {
    const token = await registerVerified(server, 'ana@example.org');
    const hostile = { language: 'pt', email: 'x@example.org', email_verified: 0, roles: ['admin'], id: 'other' };
    const answer = await updateOnly(token, hostile);
    expect(answer.user).toMatchObject({ first_name: 'Ana', last_name: 'Sousa', country: 'PT', email_verified: 1 });
    const row = await server.deps.db
      .selectFrom('person')
      .select(['email', 'roles', 'locale'])
      .where('email', '=', 'ana@example.org')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ email: 'ana@example.org', roles: [], locale: 'pt' });
  });

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['US/Central', 'America/Chicago'],
    ['europe/lisbon', 'Europe/Lisbon'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['GMT', 'UTC'],
  ])('takes the time zone %s as %s', async (typed, stored) => {
    const token = await registerVerified(server, `zone-${typed.replace(/\W/g, '-')}@example.org`);
    expect((await updateOnly(token, { time_zone: typed })).user?.time_zone).toBe(stored);
    expect(listTimeZones(stored).filter((zone) => zone === stored)).toEqual([stored]);
  });

  test('keeps the postal code where it decides the tax, and forgets it with the country', async () => {
    const token = await registerVerified(server, 'canaries@example.org');
    const codeAfter = async (change: Record<string, string>) => (await updateOnly(token, change)).user?.postal_code;
    expect(await codeAfter({ country: 'ES', postal_code: '35 001' })).toBe('35001');
    expect(await codeAfter({ country: 'ES' })).toBe('35001');
    expect(await codeAfter({ country: 'FR' })).toBeNull();
    expect(await codeAfter({ country: 'US', postal_code: '60601' })).toBeNull();
    expect((await updateOnly(token, { country: 'ES', postal_code: '350' })).validation_errors).toHaveProperty(
      'postal_code',
    );
  });

  test.each(['+05:30', 'Mars/Olympus', 'Europe/Kiev ', ' '])('refuses the time zone %j', async (time_zone) => {
    const token = await registerVerified(server, `no-zone-${time_zone.length}-${time_zone.codePointAt(0)}@example.org`);
    expect((await updateOnly(token, { time_zone })).response_status).toBe(422);
  });

  test('keeps an optional field that isn’t sent and removes one that is empty', async () => {
    const token = await registerVerified(server, 'optional@example.org');
    expect((await updateOnly(token, { time_zone: 'Europe/Lisbon' })).user?.time_zone).toBe('Europe/Lisbon');
    expect((await updateOnly(token)).user?.time_zone).toBe('Europe/Lisbon');
    expect((await updateOnly(token, { time_zone: '' })).user?.time_zone).toBeNull();
  });

  test('rejects what registration rejects, and unverified people', async () => {
    const token = await registerVerified(server, 'refuse@example.org');
    const answer = await updateOnly(token, { first_name: ' ', country: 'KP' });
    expect(Object.keys(answer.validation_errors)).toEqual(['first_name']);
    expect((await updateOnly(token, { country: 'KP' })).validation_errors).toHaveProperty('country');
    await ask(register, { body: registration('unproven@example.org') });
    const login = await ask(submitLogin, { body: { email: 'unproven@example.org', password: goodPassword } });
    expect((await updateOnly(login.token ?? '')).response_status).toBe(403);
  });

  test('stores a picture as a small square without camera metadata', async () => {
    const token = await registerVerified(server, 'picture@example.org');
    const photo = await photograph();
    expect(photo.includes('secret place')).toBe(true);
    const answer = await upload(token, new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }));
    expect(answer.user?.picture).toMatch(/^[\w-]{22}$/);
    const served = await fetchPicture(token);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(bytes.includes('secret place')).toBe(false);
    const without = await updateOnly(token, { remove_picture: 1 });
    expect(without.user?.picture).toBeNull();
    expect((await fetchPicture(token)).status).toBe(404);
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64').toString('latin1')],
    ['a JPEG without its content', '\u00ff\u00d8\u00ff'],
    ['a truncated PNG', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'],
  ])('rejects %s as a picture, whatever its name', async (_, text) => {
    const token = await registerVerified(server, `file${text.length}@example.org`);
    const answer = await upload(token, new Blob([Buffer.from(text, 'latin1')], { type: 'image/png' }));
    expect(answer.response_status).toBe(422);
    expect(answer.validation_errors).toHaveProperty('picture');
  });

  test('rejects a picture with too many bytes or pixels', async () => {
    const token = await registerVerified(server, 'large@example.org');
    const heavy = await upload(token, new Blob([new Uint8Array(5 * 1024 * 1024 + 1)], { type: 'image/png' }));
    expect(heavy.validation_errors.picture).toEqual(['Choose an image of up to 5 MB.']);
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const answer = await upload(token, new Blob([new Uint8Array(bomb)], { type: 'image/png' }));
    expect(answer.response_status).toBe(422);
  });
});

describe('notifications', () => {
  test('are counted while unread, are in the reader’s language and are marked as read once', async () => {
    const token = await registerVerified(server, 'notifications@example.org');
    expect((await ask(checkAuth, { token })).user?.message_notification).toBe(1);
    const french = await ask(fetchNotifications, { token, query: {}, locale: 'fr' });
    expect(french.data.notifications[0]).toMatchObject({ title: 'Bienvenue', read: false });
    const answer = await ask(updateMessageStatus, { token, body: {} });
    expect(answer.user?.message_notification).toBe(0);
    expect((await ask(fetchNotifications, { token, query: {} })).data.notifications[0]?.read).toBe(true);
  });

  test('are each counted if several for one person are added at once', async () => {
    const emails = ['several@example.org', 'single@example.org'];
    const tokens: string[] = [];
    for (const email of emails) tokens.push(await registerVerified(server, email));
    const people = await server.deps.db
      .selectFrom('person')
      .select(['id', 'email'])
      .where('email', 'in', emails)
      .execute();
    const to = (email: string, dedupeKey: string) => ({
      ...{ dedupeKey, personId: people.find((person) => person.email === email)?.id ?? '' },
      kind: 'data_exported' as const,
    });
    const added = [
      ...[to('several@example.org', 'several:1'), to('single@example.org', 'single:1')],
      ...[to('several@example.org', 'several:2'), to('several@example.org', 'several:1')],
    ];
    await server.deps.db.transaction().execute((trx) => addNotifications(server.deps, trx, added));
    const counts = await Promise.all(
      tokens.map(async (token) => (await ask(checkAuth, { token })).user?.message_notification),
    );
    // Each starts with a welcome, and a repeated key adds nothing.
    expect(counts).toEqual([3, 2]);
  });

  test('stay unread if they arrive while others are being marked', async () => {
    const token = await registerVerified(server, 'arrive@example.org');
    const { id: personId } = await server.deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'arrive@example.org')
      .executeTakeFirstOrThrow();
    const newestNumber = (await ask(fetchNotifications, { token, query: {} })).data.notifications[0]?.number ?? 0;
    const add = () =>
      server.deps.db
        .transaction()
        .execute((trx) =>
          addNotification(server.deps, trx, { dedupeKey: 'arrive:1', personId, kind: 'data_exported' }),
        );
    await Promise.all([add(), add()]);
    const marked = await Promise.all(
      [1, 2, 3].map(() => ask(updateMessageStatus, { token, body: { upTo: newestNumber } })),
    );
    expect(marked.map(({ user }) => user?.message_notification)).toEqual([1, 1, 1]);
  });

  test('are listed newest first, in pages of twenty', async () => {
    const token = await registerVerified(server, 'pages@example.org');
    const { user } = await ask(checkAuth, { token });
    await server.deps.db.transaction().execute(async (trx) => {
      for (let index = 0; index < 24; index += 1) {
        const notification = { dedupeKey: `page:${index}`, personId: user?.id ?? '', kind: 'data_exported' } as const;
        await addNotification(server.deps, trx, notification);
      }
    });
    const first = (await ask(fetchNotifications, { token, query: {} })).data;
    const before = String(first.notifications.at(-1)?.number);
    const second = (await ask(fetchNotifications, { token, query: { before } })).data;
    const numbers = [...first.notifications, ...second.notifications].map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((left, right) => right - left));
    expect([first.notifications.length, first.more, second.notifications.length, second.more]).toEqual([
      20,
      true,
      5,
      false,
    ]);
  });
});

describe('personal data', () => {
  async function owner(email: string) {
    const token = await registerVerified(server, email);
    const { user } = await ask(checkAuth, { token });
    await ask(confirmIdentity, { token, body: { password: goodPassword } });
    return { token, personId: user?.id ?? '' };
  }

  test('the export requires reauthentication and contains no secrets', async () => {
    const { token, personId } = await owner('export@example.org');
    const order = await payOrder(server, personId);
    const answer = await ask(exportProfile, { token });
    const text = JSON.stringify(answer.data);
    expect(text).toContain('export@example.org');
    expect(text).toContain(order.id);
    expect(text).not.toMatch(/password_hash|token_hash|argon2|platform_secret/);
  });

  test('the export includes the conduct cases of the person’s accounts with evidence and answer, and no others', async () => {
    const { token, personId } = await owner('conduct@example.org');
    const stranger = await signInPerson(server);
    const staff = await signInPerson(server, { roles: ['risk_manager'] });
    const openCase = async (accountId: string, evidence: string) => {
      const body = { accountId, cause: 'opposite-trades' as const, evidence, sourceIds: [] };
      return (await ask(openConduct, { token: staff.token, body })).data.caseId;
    };
    const accountId = await buyAccount(server, personId);
    const caseId = await openCase(accountId, 'Bought here and sold elsewhere.');
    await openCase(await buyAccount(server, stranger.personId), 'Of someone else.');
    await ask(answerConduct, { token, body: { caseId, answer: 'Both were hedges of one order.' } });
    const { data } = await ask(exportProfile, { token });
    expect(data).toMatchObject({
      conductCases: [
        {
          account_id: accountId,
          cause: 'opposite-trades',
          evidence: 'Bought here and sold elsewhere.',
          answer: 'Both were hedges of one order.',
          status: 'open',
          decision_reason: null,
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('Of someone else.');
  });

  test('deleting the profile closes a funded account at the platform, even without a subscription', async () => {
    const { token, personId } = await owner('funded@example.org');
    const evaluationId = await buyAccount(server, personId);
    await pass(server, evaluationId);
    const order = await payOrder(server, personId);
    const { accountId: fundedId } = await activateAccount(server.deps, order, evaluationId);
    await server.deps.db.updateTable('orders').set({ status: 'fulfilled' }).where('person_id', '=', personId).execute();
    const closed: string[] = [];
    const { platform } = server.deps;
    const watched = await server.another({
      platform: { ...platform, closeAccount: async ({ accountId }) => void closed.push(accountId) },
    });
    expect((await ask(deleteProfile, { token })).response_status).toBe(200);
    await watched.drain();
    expect(closed.toSorted()).toEqual([evaluationId, fundedId].toSorted());
    const accounts = await server.deps.db
      .selectFrom('trading_account')
      .select(['end_reason'])
      .where('person_id', '=', personId)
      .execute();
    expect(accounts).toEqual([{ end_reason: 'canceled' }, { end_reason: 'canceled' }]);
  });

  test('deleting the profile deletes everything except the orders the law requires us to keep', async () => {
    const email = 'delete@example.org';
    const { token, personId } = await owner(email);
    await updateOnly(token, { first_name: 'Marta', last_name: 'Keller', time_zone: 'Europe/Lisbon' });
    const order = await payOrder(server, personId);
    expect((await ask(deleteProfile, { token })).response_status).toBe(409);
    await server.deps.db.updateTable('orders').set({ status: 'fulfilled' }).where('id', '=', order.id).execute();
    expect((await ask(deleteProfile, { token })).response_status).toBe(200);
    expect((await ask(checkAuth, { token })).response_status).toBe(498);
    expect((await ask(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(422);
    const person = await server.deps.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(person)).not.toMatch(/delete@example\.org|Marta|Keller|Lisbon|argon2/);
    const kept = await server.deps.db.selectFrom('orders').select('email').where('id', '=', order.id).execute();
    expect(kept).toEqual([{ email }]);
    await server.drain();
    expect((await server.mails(email))[0]?.subject).toBe('Your account has been deleted');
    await registerVerified(server, email);
  });
});
