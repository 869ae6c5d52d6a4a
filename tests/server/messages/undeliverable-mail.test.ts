import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmtpMailer } from '#server/core/ports/mail/smtp.ts';
import { reconcileMails } from '#server/messages/mail/reconcile.ts';
import { checkComponents } from '#server/status/check-components.ts';
import { register } from '#shared/people/contract.ts';
import { fetchStatus } from '#shared/status/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, registration } from '../support/identity.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
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
  const stored = await server.deps.db.selectFrom('mail').select(['text', 'html', 'sent_at']).execute();
  expect(stored).toEqual([{ text: '', html: '', sent_at: null }]);
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
  await passHalfHours(12);
  expect(mailServer.attempts).toHaveLength(13);
  await passHalfHours(1);
  expect(mailServer.attempts).toHaveLength(14);
  await server.clock.advance(3 * dayMs);
  // The current job uses up its twelve retries, and no other follows.
  await passHalfHours(12);
  expect(mailServer.attempts).toHaveLength(14 + 12);
  await passHalfHours(12);
  expect(mailServer.attempts).toHaveLength(14 + 12);
});
