import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { reconcileMails } from '#server/messages/mail/reconcile.ts';
import { createSmtpMailer } from '#server/messages/ports/mail/smtp.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { checkComponents } from '#server/status/check-components.ts';
import { resendMail } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { register } from '#shared/people/contract.ts';
import { fetchStatus } from '#shared/status/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, registration } from '../support/identity.ts';
import { type MailServer, silence, startMailServer } from '../support/mail-server.ts';
import { startOperator } from '../support/operator.ts';
import { signInPerson } from '../support/people.ts';

const address = 'marta@example.org';

let replies: { to?: string; data?: string };
let mailServer: MailServer;
let server: TestApp;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  replies = {};
  lines = [];
  mailServer = await startMailServer(() => replies);
  server = await startTestApp({
    replace: {
      captcha: easyCaptcha,
      mailer: createSmtpMailer({ url: mailServer.url, from: 'Tidemark <no-reply@tidemark.example>' }),
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  });
});

afterEach(async () => {
  await server.close();
  mailServer.stop();
});

/** Lets minutes pass as they do on a running server, which looks for unsent mail in each. */
async function passMinutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await server.clock.advance(minuteMs);
    await reconcileMails(server.deps);
    await server.drain({ allowFailures: true });
  }
}

async function sendCode(): Promise<void> {
  expect((await client(server)(register, { body: registration(address) })).response_status).toBe(200);
  await server.drain({ allowFailures: true });
}

async function stateOfMail() {
  await checkComponents(server.deps);
  const { data } = await client(server)(fetchStatus);
  return data.components.find(({ name }) => name === 'mail')?.state;
}

test.each([
  ['when it is named', { to: '550 5.1.1 <marta@example.org>: no such user' }],
  ['after the text', { data: '550 5.1.1 <marta@example.org>: no such user' }],
])('an address that the mail server refuses %s is tried once, logged once, and is no incident', async (_, response) => {
  replies = response;
  await sendCode();
  await passMinutes(20);
  expect(mailServer.attempts).toEqual([address]);
  expect(await stateOfMail()).toBe('operational');
  const [line, ...others] = lines.filter(({ msg }) => /mail server refused/.test(String(msg)));
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 40, responseCode: 550, mailId: expect.any(String) });
  expect(JSON.stringify(lines)).not.toContain(address);
});

/** What servers say, and whether it is about the recipient for good. */
const replyCases: readonly [reply: string, stage: 'to' | 'data', isRefused: boolean][] = [
  ['550 5.1.1 <marta@example.org>: Recipient address rejected: User unknown in virtual mailbox table', 'to', true],
  ['550-5.1.1 The email account that you tried to reach\r\n550 5.1.1 does not exist.', 'to', true],
  ['550 5.1.2 Bad destination system address', 'to', true],
  ['556 5.1.10 Recipient address has null MX', 'to', true],
  ['550 5.2.1 The email account that you tried to reach is disabled.', 'to', true],
  ['550 5.2.1 Mailbox disabled', 'data', true],
  ['550 5.7.1 <marta@example.org>: Recipient address rejected: Access denied', 'to', true],
  [
    '550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT034.eop-EUR02.prod.protection.outlook.com]',
    'to',
    true,
  ],
  ['550 5.5.0 Requested action not taken: mailbox unavailable', 'to', true],
  ['550 No such user here', 'to', true],
  ['550 5.4.5 Daily user sending limit exceeded', 'to', false],
  ['550 5.4.5 Daily SMTP relay sending limit exceeded for user', 'data', false],
  ['552 5.2.2 The recipient’s inbox is out of storage space', 'to', false],
  ['552 Mailbox full', 'to', false],
  ['550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus', 'to', false],
  ['554 5.7.1 <marta@example.org>: Relay access denied', 'to', false],
  ['550 5.7.26 Unauthenticated email from tidemark.example is not accepted', 'data', false],
  ['550 5.1.8 Sender address rejected: Domain not found', 'to', false],
  ['550 5.1.7 The sender’s address was invalid', 'to', false],
  ['550 5.3.4 Message too big for system', 'data', false],
  ['550 Requested action not taken: mailbox unavailable. Reject due to policy restrictions.', 'to', false],
  ['554 5.6.0 message refused', 'data', false],
  ['550 5.7.1 Recipient address rejected: Greylisted, see policy', 'to', false],
  ['550', 'to', false],
];

test.each(replyCases)('%s (%s): refused for good is %s', async (reply, stage, isRefused) => {
  replies = { [stage]: reply };
  await sendCode();
  const stored = await server.deps.db.selectFrom('mail').select(['refused_at', 'failure', 'text']).execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.refused_at !== null).toBe(isRefused);
  expect(stored[0]?.text).toContain('code');
});

test('staff see a refused mail without its code, and send it again once the mailbox exists', async () => {
  replies = { to: '550 5.1.1 <marta@example.org>: no such user' };
  await sendCode();
  const { token } = await signInPerson(server, { roles: ['support'] });
  const ask = client(server);
  const read = async () => (await ask(officeLists.mails.page, { token, query: { q: address } })).data.rows;
  const [row] = await read();
  expect(row).toMatchObject({
    ...{ recipient: address, status: 'refused', subject: '•••••• is your Tidemark code' },
    failure: '550 5.1.1 <marta@example.org>: no such user',
  });
  const body = { mailId: row?.id ?? '' };
  // Still refused: two clicks make one attempt.
  const clicks = await Promise.all([ask(resendMail, { token, body }), ask(resendMail, { token, body })]);
  expect(clicks.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
  await server.drain({ allowFailures: true });
  expect(mailServer.attempts).toHaveLength(2);
  replies = {};
  expect((await ask(resendMail, { token, body })).response_status).toBe(200);
  await server.drain();
  expect(mailServer.received).toHaveLength(1);
  expect(mailServer.received[0]).toMatch(/is your Tidemark code/);
  expect(await read()).toEqual([]);
  expect((await ask(resendMail, { token, body })).error_code).toBe('mail_not_resendable');
});

/** State and failure of the mails to the address's owner, as a record shows them. */
async function readHistory(token: string) {
  const { id } = await server.deps.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow();
  const { data } = await client(server)(officeLists.mailHistory.page, { token, query: { person: id } });
  return data.rows.map(({ status, failure }) => [status, failure]);
}

test('a person’s mail history says whether a mail waits, is being retried, was given up or was sent', async () => {
  const { token } = await signInPerson(server, { roles: ['support'], lifetimeMs: 40 * dayMs });
  await client(server)(register, { body: registration(address) });
  expect(await readHistory(token)).toEqual([['queued', null]]);
  replies = { to: '451 4.7.1 try again later' };
  await server.drain({ allowFailures: true });
  expect(await readHistory(token)).toEqual([['retrying', '451 4.7.1 try again later']]);
  await server.clock.advance(4 * dayMs);
  await reconcileMails(server.deps);
  expect(await readHistory(token)).toEqual([['given-up', '451 4.7.1 try again later']]);
  replies = {};
  const { id } = await server.deps.db.selectFrom('mail').select('id').executeTakeFirstOrThrow();
  await client(server)(resendMail, { token, body: { mailId: id } });
  await server.drain({ allowFailures: true });
  expect(await readHistory(token)).toEqual([['sent', null]]);
});

test.each(['the connection ends', 'our process dies'])(
  'of a mail whose answer never came because %s, staff read that it may have arrived once it is given up',
  async (cause) => {
    const { token } = await signInPerson(server, { roles: ['support'], lifetimeMs: 40 * dayMs });
    replies = { data: silence };
    await sendCode();
    expect(mailServer.received).toHaveLength(1);
    if (cause === 'our process dies') {
      const asWhenItDied = { claimed_at: server.clock.now(), failure: null, unanswered_at: null };
      await server.deps.db.updateTable('mail').set(asWhenItDied).execute();
    }
    await server.clock.advance(4 * dayMs);
    await reconcileMails(server.deps);
    expect(await readHistory(token)).toEqual([['may-have-arrived', expect.stringMatching(/closed|stopped/)]]);
    const { data } = await client(server)(officeLists.mails.page, { token, query: { status: 'may-have-arrived' } });
    expect(data.rows).toMatchObject([{ recipient: address }]);
    expect(mailServer.received).toHaveLength(1);
  },
);

test('an undelivered mail’s text is erased after 30 days, and can’t be sent again', async () => {
  replies = { to: '550 5.1.1 <marta@example.org>: no such user' };
  await sendCode();
  const { token } = await signInPerson(server, { roles: ['support'], lifetimeMs: 40 * dayMs });
  const { id } = await server.deps.db.selectFrom('mail').select('id').executeTakeFirstOrThrow();
  await server.clock.advance(31 * dayMs);
  await deleteExpired(server.deps);
  const stored = await server.deps.db.selectFrom('mail').select(['text', 'html', 'failure']).execute();
  expect(stored).toEqual([{ text: '', html: '', failure: null }]);
  expect(await readHistory(token)).toEqual([['refused', null]]);
  const answer = await client(server)(resendMail, { token, body: { mailId: id } });
  expect(answer.error_code).toBe('mail_not_resendable');
});

test.each([
  ['greylists', { to: '451 4.7.1 try again later' }],
  ['refuses to relay', { to: '554 5.7.1 <marta@example.org>: Relay access denied' }],
  ['refuses the text', { data: '554 5.6.0 message refused' }],
])('a mail server that %s is asked at growing intervals, and gets the mail once it takes it', async (_, response) => {
  replies = response;
  await sendCode();
  // The delays double from about 2 seconds, so the first hour has nine or ten attempts.
  await passMinutes(60);
  expect(mailServer.attempts.length).toBeGreaterThanOrEqual(7);
  expect(mailServer.attempts.length).toBeLessThanOrEqual(11);
  expect(await stateOfMail()).toBe('degraded');
  replies = {};
  await passMinutes(31);
  expect(mailServer.received).toHaveLength(1);
  expect(await stateOfMail()).toBe('operational');
});

test('a mail is sent again after its job has used up its retries, until the mail is three days old', async () => {
  replies = { to: '451 4.7.1 try again later' };
  await sendCode();
  const passHalfHours = async (count: number) => {
    for (let half = 0; half < count; half += 1) {
      await server.clock.advance(30 * minuteMs);
      await reconcileMails(server.deps);
      await server.drain({ allowFailures: true });
    }
  };
  // Attempts are at most half an hour apart: the first and twelve retries.
  const operator = startOperator(server.deps, 'MailStuck');
  await passHalfHours(12);
  await operator.expectTold();
  expect(mailServer.attempts).toHaveLength(13);
  await passHalfHours(1);
  expect(mailServer.attempts).toHaveLength(14);
  await server.clock.advance(3 * dayMs);
  await passHalfHours(24);
  expect(mailServer.attempts).toHaveLength(14);
  const { token } = await signInPerson(server, { roles: ['support'] });
  const { data } = await client(server)(officeLists.mails.page, { token, query: { status: 'given-up' } });
  expect(data.rows).toMatchObject([{ recipient: address, failure: '451 4.7.1 try again later' }]);
  // Given up, it waits no longer; staff find it in the list.
  await operator.expectOver();
});
