import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import * as calls from '#shared/accounts/contract-journal.ts';
import { deleteProfile, exportProfile } from '#shared/people/contract-profile.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const day = '2026-03-11';

async function openJournal() {
  const { personId, token, sessionId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const ask = client(server);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  return {
    ...{ personId, token, sessionId, accountId, ask },
    read: async (at = day) => (await ask(calls.fetchJournalEntry, { token, query: { accountId, day: at } })).data,
    save: (revision: number, notes: string, change: object = {}) =>
      ask(calls.saveJournalEntry, { token, body: { accountId, day, revision, tags: ['news'], notes, ...change } }),
    async upload(content: Uint8Array, name = 'chart.png') {
      const form = new FormData();
      form.append('accountId', accountId);
      form.append('day', day);
      form.append('picture', new File([new Uint8Array(content)], name));
      const response = await server.app.request('/api/journal/pictures', { method: 'POST', headers, body: form });
      return (await response.json()) as {
        response_status: number;
        data: { id: string } | null;
        validation_errors: Record<string, string[]>;
      };
    },
    file: (path: string) => server.app.request(`/api/${path}`, { headers }),
  };
}

const paint = () =>
  sharp({ create: { width: 3_000, height: 20, channels: 3, background: '#07546b' } })
    .withExif({ IFD0: { Copyright: 'camera' } })
    .png()
    .toBuffer();

describe('the journal', () => {
  test('keeps tags and notes by day, and rejects changes based on an outdated version', async () => {
    const journal = await openJournal();
    expect(await journal.read()).toEqual({ day, tags: [], notes: '', revision: 0, pictures: [] });
    const first = await journal.save(0, 'Waited for the open.');
    expect(first.data).toMatchObject({ tags: ['news'], notes: 'Waited for the open.', revision: 1 });
    expect((await journal.save(0, 'Written in another tab.')).response_status).toBe(409);
    expect((await journal.read()).notes).toBe('Waited for the open.');
    const both = await Promise.all([journal.save(1, 'One.'), journal.save(1, 'Two.')]);
    expect(both.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
  });

  test('accepts trading days from the account’s first day up to today', async () => {
    const journal = await openJournal();
    for (const wrong of ['2026-03-14', '2026-03-12', '2026-03-10', '1999-01-04', '2026-02-30', '2031-01-02']) {
      const answer = await journal.save(0, 'Early.', { day: wrong });
      expect(answer.validation_errors, wrong).toHaveProperty('day');
    }
  });

  test('accepts three images a day, strips their metadata, encrypts them and shows them to their owner only', async () => {
    const journal = await openJournal();
    const stranger = await openJournal();
    const { data } = await journal.upload(await paint());
    const pictureId = data?.id ?? '';
    const stored = await server.deps.db
      .selectFrom('journal_picture')
      .select('content')
      .where('id', '=', pictureId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(stored.content).subarray(0, 4).toString('latin1')).not.toBe('RIFF');
    const shown = Buffer.from(await (await journal.file(`journal/pictures/${pictureId}`)).arrayBuffer());
    const drawn = await sharp(shown).metadata();
    expect([drawn.format, drawn.width, drawn.exif]).toEqual(['webp', 2_400, undefined]);
    expect((await stranger.file(`journal/pictures/${pictureId}`)).status).toBe(404);
    const remove = { body: { pictureId } };
    expect((await stranger.ask(calls.removeJournalPicture, { ...remove, token: stranger.token })).response_status).toBe(
      404,
    );
    expect((await journal.upload(Buffer.from('%PDF-1.4 %%EOF'))).response_status).toBe(422);
    for (const wrong of ['<svg onload="x"/>', '<html><script>1</script>', '\x89PNG\r\n\x1a\nno picture', '']) {
      const answer = await journal.upload(Buffer.from(wrong, 'latin1'));
      expect([answer.response_status, Object.keys(answer.validation_errors)], wrong).toEqual([422, ['picture']]);
    }
    const picture = await paint();
    const more = await Promise.all([1, 2, 3].map(() => journal.upload(picture)));
    expect(more.map(({ response_status: status }) => status).sort()).toEqual([200, 200, 409]);
    expect((await journal.ask(calls.removeJournalPicture, { ...remove, token: journal.token })).response_status).toBe(
      200,
    );
    expect((await journal.read()).pictures).toHaveLength(2);
  });

  test('is exported as CSV and JSON, and is deleted with the profile', async () => {
    const journal = await openJournal();
    await journal.save(0, '=HYPERLINK("x")');
    await journal.upload(await paint());
    const [, row] = parseCsv(await (await journal.file(`journal.csv?accountId=${journal.accountId}`)).text());
    expect(row?.slice(1)).toEqual([day, 'news', `'=HYPERLINK("x")`, '1']);
    const json = (await (await journal.file(`journal.json?accountId=${journal.accountId}`)).json()) as {
      entries: { notes: string; pictures: { webp: string }[] }[];
    };
    expect(json.entries[0]?.notes).toBe('=HYPERLINK("x")');
    const webp = Buffer.from(json.entries[0]?.pictures[0]?.webp ?? '', 'base64');
    expect((await sharp(webp).metadata()).format).toBe('webp');
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('id', '=', journal.sessionId)
      .execute();
    const { data } = await journal.ask(exportProfile, { token: journal.token });
    expect(data).toMatchObject({ journal: { entries: [{ day, notes: '=HYPERLINK("x")' }], pictures: [{ day }] } });
    await server.deps.db
      .updateTable('orders')
      .set({ status: 'fulfilled' })
      .where('person_id', '=', journal.personId)
      .execute();
    await journal.ask(deleteProfile, { token: journal.token });
    for (const table of ['journal_entry', 'journal_picture'] as const) {
      const left = await server.deps.db
        .selectFrom(table)
        .select('day')
        .where('account_id', '=', journal.accountId)
        .execute();
      expect(left).toEqual([]);
    }
  });
});
