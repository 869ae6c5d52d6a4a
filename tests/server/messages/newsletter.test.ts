import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { easyCaptcha } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

const form = (email: string, changes: object = {}) => ({ email, termsUse: 1, share: 0, captcha: 'solved', ...changes });

async function subscribe(email: string, locale = 'en') {
  const answer = await ask(subscribeNewsletter, { body: form(email), locale });
  await server.drain();
  return answer;
}

function findRow(email: string) {
  return server.deps.db
    .selectFrom('newsletter_subscription')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

/** The path of the link to the given page in the newest mail. */
async function linkTo(page: 'confirm' | 'unsubscribe', email: string): Promise<string> {
  const [newest] = await server.mails(email);
  const found = new RegExp(`https?://[^/]+(/api/newsletter/${page}\\S+)`).exec(newest?.text ?? '')?.[1];
  if (!found) throw new Error(`No link to ${page} in the newest mail to ${email}`);
  return found;
}

const open = (path: string) => server.app.request(path);
const press = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(path, { method: 'POST', headers });

describe('subscribing', () => {
  test('a form submission stores the address and consent once and never returns a token', async () => {
    const answer = await ask(subscribeNewsletter, { body: form(' Ada@Example.org'), multipart: true });
    expect(answer).toMatchObject({
      response_status: 200,
      response_message: 'Your have successfully subscribed!',
      validation_errors: {},
    });
    expect(answer).not.toHaveProperty('token');
    expect(answer).not.toHaveProperty('user');
    const row = await findRow('ada@example.org');
    expect(row).toMatchObject({ confirmed_at: null, locale: 'en', consent: { text: 'newsletter', version: '2' } });
    expect(row.sharing_consent).toBeNull();
  });

  test('sharing is a separate consent with its own wording and time, and is optional', async () => {
    await ask(subscribeNewsletter, { body: form('both@example.org', { share: 1 }), multipart: true });
    const now = server.clock.now().getTime();
    expect(await findRow('both@example.org')).toMatchObject({
      consent: { text: 'newsletter', version: '2', at: now },
      sharing_consent: { text: 'newsletter-sharing', version: '1', at: now },
    });
    const alone = await ask(subscribeNewsletter, { body: form('alone@example.org', { termsUse: 0, share: 1 }) });
    expect(Object.keys(alone.validation_errors)).toEqual(['termsUse']);
    // Subscribing again without it withdraws it.
    await server.clock.advance(61_000);
    await ask(subscribeNewsletter, { body: form('both@example.org', { share: 0 }) });
    expect((await findRow('both@example.org')).sharing_consent).toBeNull();
  });

  test('missing fields are all reported, in form order', async () => {
    const answer = await ask(subscribeNewsletter, { body: { email: '', termsUse: 0, captcha: '' } });
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors)).toEqual(['captcha', 'email', 'termsUse']);
    expect(answer.validation_errors.termsUse?.[0]).toMatch(/marketing and informational purposes/);
  });

  test('a wrong captcha stores nothing', async () => {
    const answer = await ask(subscribeNewsletter, { body: form('robot@example.org', { captcha: 'guess' }) });
    expect(answer.validation_errors).toEqual({ captcha: ['Please complete the CAPTCHA.'] });
    await expect(findRow('robot@example.org')).rejects.toThrow();
  });

  test('30 concurrent submissions create one row and one email', async () => {
    const body = form('crowd@example.org');
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(subscribeNewsletter, { body })));
    expect(new Set(answers.map((answer) => answer.response_status))).toEqual(new Set([200]));
    await server.drain();
    expect(await server.mails('crowd@example.org')).toHaveLength(1);
  });

  test('a known address gets the same response and no email', async () => {
    const first = await subscribe('known@example.org');
    await press(await linkTo('confirm', 'known@example.org'));
    await server.clock.advance(dayMs);
    const second = await subscribe('known@example.org');
    expect({ ...second, headers: null }).toEqual({ ...first, headers: null });
    expect(await server.mails('known@example.org')).toHaveLength(2);
  });

  test('an unconfirmed address can request another email after a minute', async () => {
    await subscribe('slow@example.org');
    await subscribe('slow@example.org');
    expect(await server.mails('slow@example.org')).toHaveLength(1);
    await server.clock.advance(61_000);
    await subscribe('slow@example.org', 'fr');
    const [newest, ...older] = await server.mails('slow@example.org');
    expect(older).toHaveLength(1);
    expect(newest?.subject).toMatch(/^Confirmez/);
  });
});

describe('confirmation', () => {
  test('confirming requires a button press, so link scanners confirm nothing', async () => {
    await subscribe('careful@example.org');
    const link = await linkTo('confirm', 'careful@example.org');
    const page = await open(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post">');
    expect((await findRow('careful@example.org')).confirmed_at).toBeNull();

    const done = await Promise.all([press(link), press(link), press(link)]);
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await done[0]?.text()).toContain('You’re subscribed');
    expect((await findRow('careful@example.org')).confirmed_at).not.toBeNull();
    await server.drain();
    expect((await server.mails('careful@example.org')).map(({ subject }) => subject)).toEqual([
      'You’re subscribed',
      'Confirm your subscription to Tidemark',
    ]);
  });

  test('a link expires after seven days, and a forged link never works', async () => {
    await subscribe('late@example.org');
    const link = await linkTo('confirm', 'late@example.org');
    expect((await press(`${link.slice(0, -2)}xx`)).status).toBe(404);
    expect((await press('/api/newsletter/confirm')).status).toBe(404);
    await server.clock.advance(8 * dayMs);
    expect((await press(link)).status).toBe(404);
    expect((await findRow('late@example.org')).confirmed_at).toBeNull();
  });

  test('a link confirms only what its own email was about, not what someone requested later', async () => {
    await subscribe('target@example.org');
    const firstLink = await linkTo('confirm', 'target@example.org');
    await server.clock.advance(61_000);
    await ask(subscribeNewsletter, { body: form('target@example.org', { share: 1 }) });
    expect((await press(firstLink)).status).toBe(404);
    expect(await findRow('target@example.org')).toMatchObject({ confirmed_at: null });
  });

  test('an unconfirmed address is deleted after 30 days, and a confirmed one stays', async () => {
    for (const email of ['typo@example.org', 'reader@example.org']) await subscribe(email);
    await press(await linkTo('confirm', 'reader@example.org'));
    await server.clock.advance(30 * dayMs);
    await deleteExpired(server.deps);
    expect(await findRow('typo@example.org')).toMatchObject({ confirmed_at: null });
    await server.clock.advance(1_000);
    await deleteExpired(server.deps);
    await expect(findRow('typo@example.org')).rejects.toThrow();
    expect((await findRow('reader@example.org')).confirmed_at).not.toBeNull();
  });

  test('the confirmation page is in the reader’s language', async () => {
    await subscribe('lea@example.org', 'fr');
    const page = await server.app.request(await linkTo('confirm', 'lea@example.org'), {
      headers: { 'Accept-Language': 'fr' },
    });
    const text = await page.text();
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('Confirmez votre inscription');
  });
});

describe('unsubscribing', () => {
  test('each email has a one-click address, and one POST unsubscribes', async () => {
    await subscribe('leaver@example.org');
    await press(await linkTo('confirm', 'leaver@example.org'));
    await server.drain();
    const rows = await server.deps.db
      .selectFrom('mailbox')
      .select('unsubscribe_url')
      .where('recipient', '=', 'leaver@example.org')
      .execute();
    const [url, other] = rows.map((row) => row.unsubscribe_url ?? '');
    expect(url).toMatch(/^https?:\/\/.+\/api\/newsletter\/unsubscribe\?id=/);
    expect(other).toBe(url);

    const path = (url ?? '').replace(/^https?:\/\/[^/]+/, '');
    expect(await (await open(path)).text()).toContain('<form method="post">');
    expect((await findRow('leaver@example.org')).unsubscribed_at).toBeNull();
    const oneClick = await server.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
    expect((await findRow('leaver@example.org')).unsubscribed_at).not.toBeNull();
    expect((await press(path)).status).toBe(200);
  });

  test('a forged link unsubscribes nobody', async () => {
    await subscribe('stays@example.org');
    const { id } = await findRow('stays@example.org');
    expect((await press(`/api/newsletter/unsubscribe?id=${id}&key=${'x'.repeat(43)}`)).status).toBe(404);
    expect((await findRow('stays@example.org')).unsubscribed_at).toBeNull();
  });

  test('a former subscriber can return, and the old link does not confirm the new subscription', async () => {
    await subscribe('back@example.org');
    const oldLink = await linkTo('confirm', 'back@example.org');
    await press(oldLink);
    await server.drain();
    await press(await linkTo('unsubscribe', 'back@example.org'));
    await subscribe('back@example.org');
    expect((await findRow('back@example.org')).unsubscribed_at).toBeNull();
    expect((await press(oldLink)).status).toBe(404);
    expect((await press(await linkTo('confirm', 'back@example.org'))).status).toBe(200);
    expect((await findRow('back@example.org')).confirmed_at).not.toBeNull();
  });
});
