import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer } from '#server/messages/ports/mail/smtp.ts';
import { createRemoteCaptcha } from '#server/people/ports/captcha/remote.ts';
import { register } from '#shared/people/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, registration } from '../support/identity.ts';
import { startMailServer } from '../support/mail-server.ts';
import { parseMail } from '../support/parse-mail.ts';

let server: TestApp | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('the demo’s mailbox shows sent email, newest first, as a page and as JSON', async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  const ask = client(server);
  await ask(register, { body: registration('first@example.org') });
  await server.drain();
  await ask(register, { body: registration('second@example.org', { first_name: 'Bo "Ann"' }) });
  await server.drain();

  const all = (await (await server.app.request('/api/dev/mailbox')).json()) as { to: string }[];
  expect(all.map(({ to }) => to)).toEqual(['second@example.org', 'first@example.org']);
  const response = await server.app.request('/api/dev/mailbox?to=First%40example.org');
  const [mail] = (await response.json()) as Record<string, string>[];
  expect(Object.keys(mail ?? {}).sort()).toEqual(['html', 'sentAt', 'subject', 'text', 'to']);

  const page = await (await server.app.request('/dev/mailbox')).text();
  expect(page).toContain('second@example.org');
  expect(page).not.toContain('Bo "Ann"');
  expect(page).toContain('sandbox=');
});

test.each([
  [
    'in production',
    { NODE_ENV: 'production', ORIGIN: 'https://tidemark.example', ALLOW_EMBEDDED_DATABASE: '1', DEMO: '0' },
  ],
  ['without the demo', { DEMO: '0' }],
])('%s, there is no mailbox and no payment sandbox', async (_, environment) => {
  server = await startTestApp({ environment });
  expect((await server.app.request('/api/dev/mailbox')).status).toBe(404);
  expect([302, 503]).toContain((await server.app.request('/dev/mailbox')).status);
  expect(server.deps.payments.admin).toBeNull();
  expect(server.app.routes.filter(({ path }) => path.includes('/dev/'))).toEqual([]);
});

test('a configured SMTP server receives emails with a sender and a message id that identifies repeats', async () => {
  const mailServer = await startMailServer();
  const mailer = createSmtpMailer({ url: mailServer.url, from: 'Tidemark <no-reply@tidemark.example>' });
  await mailer.send({
    recipient: 'reader@example.org',
    subject: 'Réçu',
    text: 'plain words',
    html: '<p>marked words</p>',
    messageId: '<mail-1@tidemark.example>',
    replyTo: 'writer@example.org',
    unsubscribeUrl: 'https://tidemark.example/leave?id=1',
  });
  mailServer.stop();
  const [text] = mailServer.received;
  expect(text).toContain('RCPT TO:<reader@example.org>');
  expect(text).toContain('From: Tidemark <no-reply@tidemark.example>');
  expect(text).toContain('Message-ID: <mail-1@tidemark.example>');
  expect(text).toContain('Reply-To: writer@example.org');
  expect(text).toContain('List-Unsubscribe: <https://tidemark.example/leave?id=1>');
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(text).toContain('plain words');
  expect(text).toContain('<p>marked words</p>');
  // Providers unsubscribe by one click only from what the relay signs with DKIM, both headers included (RFC 8058).
  const mail = parseMail(text ?? '');
  if (mail === null) return;
  expect(mail.defects).toEqual([]);
  expect(mail.headers).toMatchObject({ To: 'reader@example.org', Subject: 'Réçu', 'Auto-Submitted': 'auto-generated' });
  expect(mail.parts.map(({ type, text: content }) => [type, content.trim()])).toEqual([
    ['text/plain', 'plain words'],
    ['text/html', '<p>marked words</p>'],
  ]);
});

test('a mail of the firm is one that another parser finds no fault with, whatever letters a name has', async () => {
  const mailServer = await startMailServer();
  const mailer = createSmtpMailer({ url: mailServer.url, from: 'Tidemark <no-reply@tidemark.example>' });
  server = await startTestApp({ replace: { captcha: easyCaptcha, mailer } });
  await client(server)(register, { body: registration('third@example.org', { first_name: 'Zoë-ကျော်' }) });
  await server.drain();
  mailServer.stop();
  expect(mailServer.received).not.toEqual([]);
  for (const session of mailServer.received) {
    const mail = parseMail(session);
    if (mail === null) return;
    expect(mail.defects).toEqual([]);
    expect(mail.headers).toMatchObject({ To: 'third@example.org', From: 'Tidemark <no-reply@tidemark.example>' });
    expect(mail.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
    expect(mail.headers['Message-ID']).toMatch(/^<[^<>\s]+@[^<>\s]+>$/);
  }
});

test('a remote captcha is called with the secret, and only a clear success counts', async () => {
  const requests: URLSearchParams[] = [];
  const providerReplies = [{ success: true }, { success: false }, { success: 'true' }, 'nonsense'];
  const captcha = createRemoteCaptcha({
    provider: 'turnstile',
    siteKey: 'site',
    secret: 'secret',
    post: async (_, init) => {
      requests.push(init?.body as URLSearchParams);
      return Response.json(providerReplies[requests.length - 1]);
    },
  });
  const verdicts = [];
  for (const _ of providerReplies) verdicts.push(await captcha.verify('token', '192.0.2.1'));
  expect(verdicts).toEqual([true, false, false, false]);
  expect(requests[0]?.get('secret')).toBe('secret');
  expect(await captcha.challenge()).toBeNull();
});
