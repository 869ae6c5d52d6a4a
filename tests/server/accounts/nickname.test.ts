import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountData, renameAccount } from '#shared/accounts/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('an account has its owner’s nickname in one spelling until an empty one removes it', async () => {
  const ask = client(server);
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const rename = (nickname: string) => ask(renameAccount, { token, body: { accountId, nickname } });
  const nickname = async () => (await ask(accountData, { token })).data.accounts[0]?.nickname;
  expect(await nickname()).toBeNull();
  expect((await rename('  Morning \t ES\u200b ')).data).toEqual({ nickname: 'Morning ES' });
  expect(await nickname()).toBe('Morning ES');
  expect((await rename(' \u200b ')).data).toEqual({ nickname: null });
  expect(await nickname()).toBeNull();
});

test('a nickname of 40 characters fits, and a longer one names its field and changes nothing', async () => {
  const ask = client(server);
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const rename = (nickname: string) => ask(renameAccount, { token, body: { accountId, nickname } });
  expect((await rename('m'.repeat(40))).response_status).toBe(200);
  const refused = await rename('m'.repeat(41));
  expect(refused.response_status).toBe(422);
  expect(Object.keys(refused.validation_errors ?? {})).toEqual(['nickname']);
  expect((await ask(accountData, { token })).data.accounts[0]?.nickname).toBe('m'.repeat(40));
});
