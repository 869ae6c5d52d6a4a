import { expect, test } from 'vitest';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { deleteProfile, exportProfile } from '#shared/people/contract-profile.ts';
import { confirmEmailChange, confirmIdentity, requestEmailChange } from '#shared/people/contract-security.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { findText } from '../support/filled-rows.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

/** The demo’s mailbox keeps what staff received as long as all mails. */
const mailsToStaff = ['mailbox.html', 'mailbox.text'];

/** What the holder of an address does there without signing in. */
async function use(email: string, message: string) {
  const body = { email, termsUse: 1, share: 0, captcha: 'solved' } as const;
  expect((await ask(subscribeNewsletter, { body })).response_status).toBe(200);
  const contact = { email, name: 'Ada Ferreira', topic: 'other', message, captcha: 'solved' } as const;
  expect((await ask(sendContact, { body: contact })).response_status).toBe(200);
  await server.drain();
}

const prove = (token: string) => ask(confirmIdentity, { token, body: { password: goodPassword } });

async function moveTo(token: string, email: string) {
  await prove(token);
  expect((await ask(requestEmailChange, { token, body: { email } })).response_status).toBe(200);
  const body = { code: await readCode(server, email) };
  expect((await ask(confirmEmailChange, { token, body })).response_status).toBe(200);
}

async function read(token: string) {
  await prove(token);
  return JSON.stringify((await ask(exportProfile, { token })).data);
}

async function leave(token: string) {
  await prove(token);
  expect((await ask(deleteProfile, { token })).response_status).toBe(200);
  await server.drain();
}

test('a person who changed address twice exports what stands under each, and leaves nothing under any', async () => {
  const addresses = ['one@twice.example', 'two@twice.example', 'three@twice.example'];
  const [first = '', ...later] = addresses;
  const token = await registerVerified(server, first);
  await use(first, `Written as ${first}`);
  for (const address of later) {
    await moveTo(token, address);
    await use(address, `Written as ${address}`);
  }
  const exported = await read(token);
  for (const address of addresses) expect(exported).toContain(`Written as ${address}`);
  await leave(token);
  expect(await findText(server.deps, /Written as|(?:one|two)@twice/)).toEqual(mailsToStaff);
  // And the mail that confirms the deletion.
  expect(await findText(server.deps, /three@twice/)).toEqual(
    ['mail.recipient', 'mailbox.recipient', ...mailsToStaff].toSorted(),
  );
});

test('two people who held an address one after the other neither read nor delete what the other did there', async () => {
  const shared = 'desk@shared.example';
  const first = await registerVerified(server, shared);
  await use(shared, 'A question of the first');
  await moveTo(first, 'first@shared.example');
  const second = await registerVerified(server, shared);
  await use(shared, 'A question of the second');
  expect(await read(first)).not.toContain('of the second');
  expect(await read(second)).not.toContain('of the first');
  await moveTo(second, 'second@shared.example');
  expect(await read(first)).not.toContain('of the second');
  await leave(first);
  expect(await findText(server.deps, /of the second/)).toContain('ticket_message.text');
  await leave(second);
  expect(await findText(server.deps, /of the (?:first|second)|desk@shared/)).toEqual(mailsToStaff);
});
