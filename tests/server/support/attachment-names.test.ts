import { describe, expect, test } from 'vitest';
import { newId } from '#server/core/deps.ts';
import { replyTicket } from '#shared/support/contract.ts';
import { photograph } from './payee.ts';
import { serve } from './serve.ts';
import { writeTicket } from './tickets.ts';

const { server, ask } = await serve();

/** Uploads a photo of this name, sends it, and downloads it. */
async function sendAndDownload(name: string) {
  const { token, ticketId } = await writeTicket(server);
  const headers = { Authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('document', new File([new Uint8Array(await photograph())], name, { type: 'image/png' }));
  const uploaded = await server.app.request('/api/tickets/attach', { method: 'POST', body: form, headers });
  const { data } = (await uploaded.json()) as { data: { attachment: { id: string; name: string } } };
  const attachmentIds = [data.attachment.id];
  await ask(replyTicket, { token, idempotencyKey: newId(), body: { ticketId, message: 'See.', attachmentIds } });
  const file = await server.app.request(`/api/tickets/attachments/${data.attachment.id}`, { headers });
  return { status: file.status, header: file.headers.get('content-disposition') ?? '', name: data.attachment.name };
}

/** The name a browser takes: the extended one (RFC 8187) if there is one. */
function nameIn(header: string): string | undefined {
  const [, extended] = /; filename\*=UTF-8''([\w!#$%&+.^`|~-]+)$/.exec(header) ?? [];
  return extended === undefined
    ? /^attachment; filename="([^"\\%]+)"$/.exec(header)?.[1]
    : decodeURIComponent(extended);
}

const kept = [
  ['łódź.png', 'łódź.webp'],
  ['عقد.png', 'عقد.webp'],
  ['スクリーンショット.png', 'スクリーンショット.webp'],
  ['Screenshot (2).png', 'Screenshot (2).webp'],
  ['हिन्दी नाम.png', 'हिन्दी नाम.webp'],
  ['ภาพหน้าจอ ที่.png', 'ภาพหน้าจอ ที่.webp'],
  ['حساب‌ها.png', 'حساب‌ها.webp'],
  ["l'été 100%.png", "l'été 100%.webp"],
  ['😀 loss.png', '😀 loss.webp'],
  // macOS sends accents as characters of their own.
  ['Mu\u0308ller.png', 'M\u00fcller.webp'],
  ['no extension', 'no extension.webp'],
] as const;

const cleaned = [
  ['say "hi"; filename=evil.exe.png', 'say hi; filename=evil.exe.webp'],
  ['../../etc/passwd.png', 'etcpasswd.webp'],
  ['C:\\temp\\a.png', 'Ctempa.webp'],
  ['one\r\nSet-Cookie: a=b.png', 'one Set-Cookie a=b.webp'],
  ['bill\u202egnp.exe.png', 'billgnp.exe.webp'],
  ['ze\u200bro\ufeff.png', 'zero.webp'],
  ['nul\u0000.png', '_nul.webp'],
  ['CON.png', '_CON.webp'],
  ['.png', 'attachment.webp'],
  ['... .png', 'attachment.webp'],
  ['///.png', 'attachment.webp'],
  [`${'界'.repeat(300)}.png`, `${'界'.repeat(60)}.webp`],
  [`${'a'.repeat(59)}e\u0301e\u0301.png`, `${'a'.repeat(59)}é.webp`],
  [`${'x'.repeat(59)}👩‍👩‍👧b.png`, `${'x'.repeat(59)}👩‍👩‍👧.webp`],
] as const;

describe('an attachment', () => {
  test.each([...kept, ...cleaned])('uploaded as %j downloads as %j', async (uploaded, expected) => {
    const { status, header, name } = await sendAndDownload(uploaded);
    expect([status, name, nameIn(header)]).toEqual([200, expected, expected]);
    expect(header).toMatch(/^[ -~]+$/);
  });

  test('has a readable name for clients that know only ASCII', async () => {
    expect((await sendAndDownload('Relevé “été”.png')).header).toBe(
      `attachment; filename="Releve _ete_.webp"; filename*=UTF-8''Relev%C3%A9%20%E2%80%9C%C3%A9t%C3%A9%E2%80%9D.webp`,
    );
  });

  test('has at most 255 bytes in its name, as file systems allow', async () => {
    const { name } = await sendAndDownload(`${'👩‍👩‍👧'.repeat(60)}.png`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^(?:👩‍👩‍👧){13}\.webp$/u);
  });
});
