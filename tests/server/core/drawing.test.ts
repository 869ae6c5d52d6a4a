import { expect, onTestFinished, test } from 'vitest';
import { createDrawing, StuckDrawingError } from '#server/core/drawing/draw.ts';
import { createLimits } from '#server/core/http/limits.ts';
import { getAgreementText } from '#server/payouts/payees/agreement-text.ts';
import { agreementPdf, signAgreement } from '#shared/payouts/contract-payee-forms.ts';
import { unlimited } from '../../support/unlimited.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { typesetLinesOf } from '../support/pdf-text.ts';
import { signInPerson } from '../support/people.ts';

const program = (lines: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';\n${lines}`)}`);
const request = { name: 'invoice', values: [] } as const;

test('a drawing that never ends is stopped, and the next one is drawn', async () => {
  const draw = createDrawing(
    program(`let drawn = 0;
      parentPort.on('message', ({ values: [isStuck] }) => { while (isStuck); parentPort.postMessage(new Uint8Array([(drawn += 1)])); });`),
    5_000,
  );
  await expect(draw({ ...request, values: [true] })).rejects.toThrow(StuckDrawingError);
  expect([...(await draw(request)), ...(await draw(request))]).toEqual([1, 2]);
});

test('a drawing that needs too much memory ends alone', async () => {
  const draw = createDrawing(
    program(`parentPort.on('message', () => { const all = []; while (true) all.push(new Array(100_000).fill({})); });`),
    60_000,
  );
  await expect(draw(request)).rejects.toThrow(StuckDrawingError);
});

test('a person whose document got stuck is asked to try again', async () => {
  const take = async () => {
    throw new StuckDrawingError('Drawing invoice took longer than 30000 ms');
  };
  const server = await startTestApp({ replace: { limits: { ...unlimited, take } } });
  onTestFinished(() => server.close());
  const answer = await server.app.request('/api/contact/send', { method: 'POST', body: '{}' });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
});

/** A person who has signed the agreement, whose signature is then replaced by one that was stored before marks were counted. */
async function signAs(server: TestApp, name: string) {
  const person = await signInPerson(server);
  const { sha256 } = getAgreementText('en', server.clock.now());
  const body = { sha256, signature: 'Ada Ferreira', accept: 1 } as const;
  expect((await client(server)(signAgreement, { ...person, body })).response_status).toBe(200);
  await server.deps.db
    .updateTable('signed_agreement')
    .set({ signed_name: name })
    .where('person_id', '=', person.personId)
    .execute();
  return async () => {
    const before = process.threadCpuUsage();
    const headers = { Authorization: `Bearer ${person.token}` };
    const answer = await server.app.request(`/api/${agreementPdf.path}`, { headers });
    const file = Buffer.from(await answer.arrayBuffer());
    const { user, system } = process.threadCpuUsage(before);
    return { status: answer.status, file, milliseconds: (user + system) / 1_000 };
  };
}

test('an agreement signed with 79 marks on each part of a name takes no more of the server’s thread than any other', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const marks = 'q\u0308'.repeat(79);
  const [openPlain, openHostile] = [await signAs(server, 'Ada Ferreira'), await signAs(server, `${marks} ${marks}`)];
  await openPlain();
  const plain = await openPlain();
  await openHostile();
  const hostile = await openHostile();
  expect(
    typesetLinesOf(hostile.file)
      .map(({ text }) => text)
      .join(''),
  ).toContain('q\u0308'.repeat(20));
  expect(hostile.milliseconds - plain.milliseconds).toBeLessThan(50);
});

test('a person gets sixty documents a minute, and others still get theirs', async () => {
  const server = await startTestApp({ replace: { limits: createLimits() } });
  onTestFinished(() => server.close());
  const [open, openOther] = [await signAs(server, 'Ada Ferreira'), await signAs(server, 'Bea Ferreira')];
  const answers = new Map<number, number>();
  for (let count = 0; count < 65; count += 1) {
    const { status } = await open();
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers]).toEqual([
    [200, 60],
    [429, 5],
  ]);
  expect((await openOther()).status).toBe(200);
});
