import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkKeyCanary, WrongKeyError } from '#server/core/database/key-canary.ts';
import { openKeys } from '#server/core/keys.ts';
import { encryptBatchFile, readBatchFile } from '#server/payouts/batches/batch-file.ts';
import { decryptDetails } from '#server/payouts/payees/destination-details.ts';
import { issueCode } from '#server/people/codes/issue.ts';
import { accountCredentials } from '#shared/accounts/contract-details.ts';
import { requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { addDestination, startIdentityCheck } from '#shared/payouts/contract-payees.ts';
import { setPassword, submitLogin } from '#shared/people/contract.ts';
import { submitForgotEmail } from '#shared/people/contract-password.ts';
import { confirmIdentity, confirmTwoFactor, startTwoFactor } from '#shared/people/contract-security.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { rotateSecrets } from '#tools/rotate-secrets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, goodPassword, registerVerified } from '../support/identity.ts';
import { photograph, uploadAs } from '../support/payee.ts';
import { buyAccount } from '../support/people.ts';

const oldSecret = 'the-first-secret-of-this-installation';
const newSecret = 'the-second-secret-of-this-installation';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha }, environment: { APP_SECRET: oldSecret } });
  ask = client(server);
});

afterAll(() => server.close());

const withSecret = (appSecret: string) => ({ ...server.deps.env, appSecret });
const connection = () => ({ kind: 'embedded', db: server.deps.db }) as unknown as Parameters<typeof openKeys>[1];

test('two-step sign-in, recovery codes, emailed codes and encrypted data still work after a rotation', async () => {
  const email = 'rotated@example.org';
  const token = await registerVerified(server, email);
  await ask(confirmIdentity, { token, body: { password: goodPassword } });
  const { data: started } = await ask(startTwoFactor, { token });
  const totp = new TOTP({ secret: Secret.fromBase32(started.secret.replace(/\s/g, '')) });
  const codeNow = () => totp.generate({ timestamp: server.clock.now().getTime() });
  const { data } = await ask(confirmTwoFactor, { token, body: { code: codeNow() } });
  const person = (await ask(checkAuth, { token })).user;
  const accountId = await buyAccount(server, person?.id ?? '');
  const { secret } = (await ask(accountCredentials, { token, body: { accountId } })).data;
  const destination = { kind: 'wise', payee_name: 'Marta Keller', wise_recipient: 'marta@example.org' } as const;
  const { destinationId } = (await ask(addDestination, { token, body: destination })).data;
  await ask(startIdentityCheck, { token });
  const { documentId } = (await uploadAs(server, token, await photograph())).data;
  const form = new FormData();
  for (const [name, value] of Object.entries({ accountId, day: '2026-03-11' })) form.append(name, value);
  form.append('picture', new File([new Uint8Array(await photograph())], 'chart.jpg'));
  const sent = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form };
  const picture = (await (await server.app.request('/api/journal/pictures', sent)).json()) as { data: { id: string } };
  await ask(submitForgotEmail, { body: { email } });
  await ask(requestPayoutAccess, { body: { email } });
  const { code: linkCode } = await server.deps.db
    .transaction()
    .execute((trx) => issueCode(server.deps, trx, { personId: person?.id ?? '', purpose: 'set-password' }));
  const [personId, at] = [person?.id ?? '', server.clock.now()];
  await server.deps.db
    .insertInto('payout_batch')
    .values({
      ...{ id: 'batch', number: 'B2026-000001', method: 'usdc', currency: 'USD', format: 'usdc-list' },
      ...{
        status: 'exported',
        created_by: personId,
        created_at: at,
        exported_by: personId,
        exported_at: at,
        file_sha256: '',
      },
      file: encryptBatchFile(server.deps, 'batch', 'the file'),
    })
    .execute();

  const count = await rotateSecrets(withSecret(newSecret), connection(), oldSecret);
  expect(count).toBeGreaterThanOrEqual(16);
  expect(await rotateSecrets(withSecret(newSecret), connection(), oldSecret)).toBe(0);
  const keys = await openKeys(withSecret(newSecret), connection());
  const rotated = await server.another({ keys });
  const askAgain = client(rotated);

  await server.clock.advance(31_000);
  const body = { email, password: goodPassword };
  expect((await askAgain(submitLogin, { body: { ...body, code: codeNow() } })).response_status).toBe(200);
  const recovered = await askAgain(submitLogin, { body: { ...body, code: data.recoveryCodes[0] ?? '' } });
  expect(recovered.response_status).toBe(200);
  expect((await askAgain(accountCredentials, { token, body: { accountId } })).data.secret).toBe(secret);
  const stored = await rotated.deps.db
    .selectFrom('payout_destination')
    .selectAll()
    .where('id', '=', destinationId)
    .executeTakeFirstOrThrow();
  expect(decryptDetails(rotated.deps, stored)).toEqual({ kind: 'wise', recipient: 'marta@example.org' });
  const batch = await rotated.deps.db.selectFrom('payout_batch').selectAll().executeTakeFirstOrThrow();
  expect(readBatchFile(rotated.deps, batch).content).toBe('the file');
  const headers = { Authorization: `Bearer ${token}` };
  const document = await rotated.app.request(`/api/payee/documents/${documentId}`, { headers });
  expect(Buffer.from(await document.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
  const drawn = await rotated.app.request(`/api/journal/pictures/${picture.data.id}`, { headers });
  expect(Buffer.from(await drawn.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
  await rotated.drain();
  expect((await server.mails(email)).some(({ text }) => text.includes('/forgot/password/'))).toBe(true);
  expect((await server.mails(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/is your payout code$/),
  );
  const newPassword = { password: 'violet anchor by noon', confirm_password: 'violet anchor by noon' };
  expect((await askAgain(setPassword, { body: { email, code: linkCode, ...newPassword } })).response_status).toBe(200);
});

test('a value encrypted under neither key stops the rotation before anything changes', async () => {
  await expect(
    rotateSecrets(
      withSecret('a-third-secret-that-nobody-wrote-down'),
      connection(),
      'not-the-former-secret-at-all-000',
    ),
  ).rejects.toThrow('neither key');
});

test('the server refuses to start with a wrong or missing APP_SECRET and reports it in one line', async () => {
  const { db } = server.deps;
  const right = await openKeys(withSecret(newSecret), connection());
  await expect(checkKeyCanary(db, right)).resolves.toBeUndefined();
  for (const secret of ['a-secret-somebody-mistyped-this-time', undefined]) {
    const wrong = await openKeys({ ...server.deps.env, appSecret: secret }, connection());
    const thrown = await server.another({ keys: wrong }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(WrongKeyError);
    expect(String(thrown)).toMatch(/APP_SECRET is not the key/);
    expect(String(thrown)).not.toContain('\n');
  }
});

test('each encrypted value names its key', async () => {
  const rows = await server.deps.db.selectFrom('trading_account').select('platform_secret').execute();
  const { id } = await openKeys(withSecret(newSecret), connection());
  for (const { platform_secret: text } of rows) expect(text.startsWith(`v2.${id}.`)).toBe(true);
});
