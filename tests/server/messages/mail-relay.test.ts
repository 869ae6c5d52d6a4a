import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '#server/core/encryption.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { fetchAgreement, signAgreement } from '#shared/payouts/contract-payee-forms.ts';
import { register } from '#shared/people/contract.ts';
import { updateProfile } from '#shared/people/contract-profile.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
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
const feature = (email: string) => ({ ...message(email), title: 'Prices of evil.example' });

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

const links = [
  ...['Ada\r\nBcc: all@example.org', 'evil.com', 'Win at www.evil', 'http://x', 'see evil．com now', 'a\u202eb'],
  ...['EVIL.COM', 'Evil.Com', 'Free.Casino', 'ma.theresa', '点击.网址', '点击。网址', 'Ada\u2028Bcc'],
];

test.each(links)('every call rejects the name %j', async (name) => {
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
});

const names = [
  ...['Ma.Theresa', 'St.John', 'O’Connor', "d'Arc", 'O´Connor', 'Nguyễn Thị', 'O', 'María-José', 'डॉ.राम', 'Иван-Пётр'],
  ...['กำธร สุวรรณภูมิวัฒนากุลชัยประเสริฐศักดิ์ ณ อยุธยา', 'Maria da Conceição de Bragança e Távora de Sousa Coutinho'],
  ...['يوسف‌زاده', 'Weiß', 'IŞIL', 'ʻOkina', 'Sammy Davis Jr.', 'John 3rd', 'Ｔａｒｏ', '\u200fمحمد'],
];

test.each(['Zoë', 'J. R. Smith', 'Anne-Marie O’Neil', 'María José', '李小龍', 'M. St. John', 'Núñez y Cía', ...names])(
  'the name %s is accepted',
  async (name) => {
    const email = `fine-${sha256(name).slice(0, 20)}@example.org`;
    const answer = await ask(register, { body: registration(email, { first_name: name, last_name: name }) });
    expect(answer.response_status).toBe(200);
  },
);

test.each(['😀', '😀 Ada', '★ Ada ★', '123', '…', '1️⃣ Ada', 'Ada <b', 'Ada > Bob', 'ada@work', '<ada>'])(
  'the name %s is refused as no name',
  async (name) => {
    const names = { first_name: name, last_name: 'Lovelace' };
    const answer = await ask(register, { body: registration('symbols@example.org', names), multipart: false });
    expect(answer.validation_errors).toEqual({
      first_name: ['Enter a name in letters, without symbols or emoji.'],
    });
  },
);

test.each([
  ['  Ada\u00a0 Marie ', 'Ada Marie'],
  ['Jose\u0301', 'Jos\u00e9'],
  ['Ada\u200b\ufeff\u00ad', 'Ada'],
  ['\u200eAda\u200f', 'Ada'],
])('the name %j is stored as %j', async (typed, stored) => {
  const email = `spelled-${Buffer.from(typed).toString('hex')}@example.org`;
  const token = await registerVerified(shop.server, email, { first_name: typed });
  expect((await ask(checkAuth, { token })).user?.first_name).toBe(stored);
});

test('a dot within a name never makes a link in an email', async () => {
  const email = 'theresa@example.org';
  await ask(register, { body: registration(email, { first_name: 'Ma.Theresa' }) });
  const texts = await textsTo(email);
  expect(texts).toContain('Hello Ma. Theresa,');
  expect(texts).not.toContain('Ma.Theresa');
});

test('people with one name leave the last name empty, and are written and signed for with that name', async () => {
  const token = await registerVerified(shop.server, 'suharto@example.org', { first_name: 'Suharto', last_name: '' });
  expect((await ask(checkAuth, { token })).user).toMatchObject({ first_name: 'Suharto', last_name: '' });
  const agreement = (await ask(fetchAgreement, { token })).data;
  const sign = (signature: string) =>
    ask(signAgreement, { token, body: { sha256: agreement.sha256, signature, accept: 1 } });
  expect((await sign('Sukarno')).response_status).toBe(422);
  expect((await sign('suharto')).response_status).toBe(200);
});
