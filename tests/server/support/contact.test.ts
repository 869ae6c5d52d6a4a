import { expect, test } from 'vitest';
import { sendContact } from '#shared/support/contract-contact.ts';
import { easyCaptcha } from './identity.ts';
import { serve } from './serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

const message = (email: string, changes: object = {}) => ({
  name: 'Ada Marée',
  email,
  topic: 'payment' as const,
  message: 'I was charged on the 3rd.\n<b>Why?</b>',
  captcha: 'solved',
  ...changes,
});

const countMessages = async (email: string) =>
  (await server.deps.db.selectFrom('ticket').select('id').where('email', '=', email).execute()).length;

test('a message reaches the firm, which answers in the back office, and the sender gets a confirmation', async () => {
  const answer = await ask(sendContact, { body: message('ada@example.org'), locale: 'pt' });
  expect(answer).toMatchObject({ response_status: 200, validation_errors: {} });
  await server.drain();
  const [confirmation, ...others] = await server.mails('ada@example.org');
  expect(others).toEqual([]);
  expect(confirmation?.subject).toBe('Recebemos a sua mensagem');
  expect(confirmation?.text).not.toContain('I was charged on the 3rd.');

  const [mail] = await server.mails(server.deps.catalog.site.supportEmail);
  expect(mail?.subject).toBe('Payment: message from Ada Marée');
  expect(mail?.html).not.toContain('<b>Why?</b>');
  const row = await server.deps.db
    .selectFrom('mailbox')
    .select(['reply_to', 'unsubscribe_url'])
    .where('recipient', '=', server.deps.catalog.site.supportEmail)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ reply_to: null, unsubscribe_url: null });
  expect(mail?.text).toMatch(/\/admin\/tickets\/[\w-]{22}/);
});

test('a message submitted many times at once is stored and confirmed once', async () => {
  const body = message('twice@example.org');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(sendContact, { body })));
  expect(new Set(answers.map((answer) => answer.response_status))).toEqual(new Set([200]));
  await server.drain();
  expect(await countMessages('twice@example.org')).toBe(1);
  expect(await server.mails('twice@example.org')).toHaveLength(1);
});

test.each([
  ['no name', { name: ' ' }, ['name']],
  ['no address', { email: 'nowhere' }, ['email']],
  ['a topic that is not offered', { topic: 'gossip' }, ['topic']],
  ['a message that is too long', { message: 'x'.repeat(5_001) }, ['message']],
  ['a wrong captcha', { captcha: 'guess' }, ['captcha']],
])('%s is rejected by field and stores nothing', async (_, changes, fields) => {
  const answer = await ask(sendContact, { body: message('wrong@example.org', changes) });
  expect(answer.response_status).toBe(422);
  expect(Object.keys(answer.validation_errors)).toEqual(fields);
  expect(await countMessages('wrong@example.org')).toBe(0);
});
