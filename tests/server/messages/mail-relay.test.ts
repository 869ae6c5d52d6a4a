import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelContract } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { register } from '#shared/people/contract.ts';
import { updateProfile } from '#shared/people/contract-profile.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { sendFeature } from '#shared/support/contract-features.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, registerVerified, registration } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

const bait = 'Claim your prize at https://evil.example/win';

let shop: Shop;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  shop = await startShop({ captcha: easyCaptcha });
  ask = client(shop.server);
});

afterAll(() => shop.close());

const message = (email: string) => ({ name: 'Ada', email, message: bait, captcha: 'solved' });
const contact = (email: string) => ({ ...message(email), topic: 'other' as const });
const feature = (email: string) => ({ ...message(email), title: bait });

async function textsTo(email: string): Promise<string> {
  await shop.server.drain();
  return (await shop.server.mails(email)).map(({ subject, text, html }) => subject + text + html).join();
}

test('neither form emails a stranger’s text to an address that the stranger typed', async () => {
  const email = 'target-of-spam@example.org';
  expect((await ask(sendContact, { body: contact(email) })).response_status).toBe(200);
  expect((await ask(sendFeature, { body: feature(email) })).response_status).toBe(200);
  const token = await registerVerified(shop.server, 'somebody-else@example.org');
  const second = { ...contact(email), message: `${bait} again` };
  expect((await ask(sendContact, { token, body: second })).response_status).toBe(200);
  const texts = await textsTo(email);
  expect(texts).toContain('We’ve received your message');
  expect(texts).toContain('We’ve received your suggestion');
  expect(texts).not.toContain('evil.example');
});

test('the signed-in owner of the address gets a copy of their own text', async () => {
  const email = 'owner-of-words@example.org';
  const token = await registerVerified(shop.server, email);
  await ask(sendContact, { token, body: contact(email) });
  await ask(sendFeature, { token, body: feature(email) });
  expect((await textsTo(email)).split('evil.example').length).toBeGreaterThan(3);
});

test.each(['Ada\r\nBcc: all@example.org', 'evil.com', 'Win at www.evil', 'http://x', 'see evil．com now', 'a\u202eb'])(
  'every call rejects the name %j',
  async (name) => {
    const token = await registerVerified(shop.server, `names-${Buffer.from(name).toString('hex')}@example.org`);
    const names = { first_name: name, last_name: name };
    const email = 'names@example.org';
    const answers = [
      await ask(register, { body: registration(email, names), multipart: false }),
      await ask(updateProfile, { token, body: { ...names, country: 'PT' }, multipart: false }),
      await ask(createOrder, { body: orderForm(names), idempotencyKey: crypto.randomUUID() }),
      await ask(sendContact, { body: { ...contact(email), name } }),
      await ask(sendFeature, { body: { ...feature(email), name } }),
      await ask(cancelContract, { body: { name, email, order: name } }),
    ];
    for (const answer of answers) {
      expect(answer.response_status).toBe(422);
      expect(Object.keys(answer.validation_errors).some((field) => /name/.test(field))).toBe(true);
    }
  },
);

test.each(['Zoë', 'J. R. Smith', 'Anne-Marie O’Neil', 'María José', '李小龍', 'M. St. John', 'Núñez y Cía'])(
  'the name %s is accepted',
  async (name) => {
    const email = `fine-${Buffer.from(name).toString('hex')}@example.org`;
    const answer = await ask(register, { body: registration(email, { first_name: name, last_name: name }) });
    expect(answer.response_status).toBe(200);
  },
);
