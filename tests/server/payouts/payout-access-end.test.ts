import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endSessionsByOperator } from '#server/people/sign-in/end-by-operator.ts';
import { fetchPayouts } from '#shared/payouts/contract.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { register } from '#shared/people/contract.ts';
import { changePassword, submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import {
  confirmEmailChange,
  confirmIdentity,
  endOtherSessions,
  requestEmailChange,
} from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../support/identity.ts';
import { giveRoles, signInPerson } from '../support/people.ts';
import { serve } from '../support/serve.ts';

const newPassword = 'copper lantern at dusk';
const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

/** A signed-in person whose payouts someone has also opened with a code from their mailbox. */
async function openPayouts(email: string) {
  const token = await registerVerified(server, email);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  return { token, access: await openAccess(email) };
}

async function openAccess(email: string): Promise<string> {
  await ask(requestPayoutAccess, { body: { email } });
  const opened = await ask(confirmPayoutAccess, { body: { email, code: await readCode(server, email) } });
  const access = opened.data.accessToken;
  expect((await readPayouts(access)).response_status).toBe(200);
  return access;
}

const readPayouts = (token: string) => ask(fetchPayouts, { query: {}, token });

test('a change of the email address ends access to payouts from the old mailbox', async () => {
  const { token, access } = await openPayouts('old-mailbox@example.org');
  await ask(requestEmailChange, { token, body: { email: 'new-mailbox@example.org' } });
  expect((await readPayouts(access)).response_status).toBe(200);
  const code = await readCode(server, 'new-mailbox@example.org');
  expect((await ask(confirmEmailChange, { token, body: { code } })).response_status).toBe(200);
  expect((await readPayouts(access)).response_status).toBe(498);
  expect((await readPayouts(token)).response_status).toBe(200);
  await openAccess('new-mailbox@example.org');
});

test('a payout code that is entered during a change of the address opens nothing that outlasts it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [before, after] = [`race-${round}@example.org`, `raced-${round}@example.org`];
    const token = await registerVerified(server, before);
    await ask(confirmIdentity, { token, body: { password: goodPassword } });
    await ask(requestPayoutAccess, { body: { email: before } });
    const payoutCode = await readCode(server, before);
    await ask(requestEmailChange, { token, body: { email: after } });
    const code = await readCode(server, after);
    // Once it knows the table, the database reads it in the order of the latest changes.
    await sql`analyze email_code`.execute(server.deps.db);
    const [opened, changed] = await Promise.all([
      ask(confirmPayoutAccess, { body: { email: before, code: payoutCode } }),
      ask(confirmEmailChange, { token, body: { code } }),
    ]);
    expect(changed.response_status).toBe(200);
    if (opened.response_status === 200) {
      expect((await readPayouts(opened.data.accessToken)).response_status).toBe(498);
    }
  }
});

test('a change of the password ends access by code and keeps the session in which it was changed', async () => {
  const { token, access } = await openPayouts('password-changed@example.org');
  const body = { current_password: goodPassword, password: newPassword, confirm_password: newPassword };
  expect((await ask(changePassword, { token, body })).response_status).toBe(200);
  expect((await readPayouts(access)).response_status).toBe(498);
  expect((await readPayouts(token)).response_status).toBe(200);
});

test('a password reset ends access by code', async () => {
  const email = 'password-reset@example.org';
  const { access } = await openPayouts(email);
  await ask(submitForgotEmail, { body: { email } });
  await server.drain();
  const [newest] = await server.mails(email);
  const [, link = ''] = /\/forgot\/password\/email\/verification\/_\/#token=([\w-]+)/.exec(newest?.text ?? '') ?? [];
  const body = { token: link, password: newPassword, confirm_password: newPassword };
  expect((await ask(verifyForgotEmail, { body })).response_status).toBe(200);
  expect((await readPayouts(access)).response_status).toBe(498);
});

test('an operator who signs a person out everywhere also ends access by code', async () => {
  const email = 'signed-out@example.org';
  const { token, access } = await openPayouts(email);
  const operator = await signInPerson(server);
  await giveRoles(server, operator.personId, ['support']);
  const operatorEmail = `${operator.personId.toLowerCase()}@example.com`;
  await endSessionsByOperator(server.deps, { email, operatorEmail });
  expect((await readPayouts(access)).response_status).toBe(498);
  expect((await ask(checkAuth, { token })).response_status).toBe(498);
});

test('ending all other sessions also ends access by code, and only the person’s own', async () => {
  const { token, access } = await openPayouts('everywhere-else@example.org');
  const { access: another } = await openPayouts('bystander@example.org');
  await ask(endOtherSessions, { token });
  expect((await readPayouts(access)).response_status).toBe(498);
  expect((await readPayouts(token)).response_status).toBe(200);
  expect((await readPayouts(another)).response_status).toBe(200);
});

test('a registration of a known address by someone else leaves access by code open', async () => {
  const email = 'registered-again@example.org';
  const { access } = await openPayouts(email);
  await ask(register, { body: registration(email) });
  expect((await readPayouts(access)).response_status).toBe(200);
});
