import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateRow } from '#server/core/database/rows.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import { confirmTwoFactor, startTwoFactor } from '#shared/people/contract-security.ts';
import { joinAffiliates } from '../support/affiliates.ts';
import { type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const read = async (path: string) => (await shop.server.app.request(path)).text();

test('the demo’s receiver shows postbacks and whether their signature holds', async () => {
  const { token } = await joinAffiliates(shop);
  const save = (url: string) => shop.ask(calls.savePostbackUrl, { body: { url }, token });
  const send = async () => {
    await shop.ask(calls.testPostback, { token });
    await shop.server.drain();
  };
  expect(await read('/dev/postbacks')).toContain('Nothing yet.');
  await save('https://postbacks.example/hook');
  await send();
  const { data } = await shop.ask(calls.fetchPostbacks, { token });
  expect(data.deliveries).toMatchObject([{ status: 'delivered', statusCode: 200, attempts: 1 }]);
  const page = await read('/dev/postbacks');
  expect(page).toContain(`webhook-id: ${data.deliveries[0]?.id}`);
  expect(page).toContain('Signature verified with the current secret.');
  await shop.ask(calls.rotatePostbackSecret, { token });
  expect(await read('/dev/postbacks')).toContain('Not verified: signed before the secret was replaced.');
  await save('https://postbacks.example/pixel?kind={type}');
  await send();
  const [, newest = ''] = (await read('/dev/postbacks')).split('<section');
  expect(newest).toContain('GET https://postbacks.example/pixel?kind=postback.test');
  expect(newest).toContain('Unsigned');
  const refused = await save('https://postbacks.example:8443/hook');
  expect(refused.validation_errors.url?.[0]).toContain('without a username or a port');
});

test('the demo’s authenticator shows the code that finishes the setup of two-step sign-in', async () => {
  const { token, personId } = await shop.signIn();
  const { db, clock } = shop.server.deps;
  await updateRow(db, 'session', { person_id: personId }, { confirmed_at: clock() });
  expect(await read('/dev/authenticator')).toContain('Nobody has set one up yet');
  await shop.ask(startTwoFactor, { token });
  const code = /<code>(\d{6})<\/code> to finish/.exec(await read('/dev/authenticator'))?.[1] ?? '';
  expect((await shop.ask(confirmTwoFactor, { token, body: { code } })).data.recoveryCodes).toHaveLength(10);
  expect(await read('/dev/authenticator')).not.toContain('to finish');
});
