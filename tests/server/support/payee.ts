import sharp from 'sharp';
import type { DocumentPurpose } from '../../../src/domain/payee/documents.ts';
import type { TestApp } from './app.ts';

type Answer = { response_status: number; data: { documentId: string }; validation_errors: Record<string, string[]> };

/** A photograph with camera data. */
export async function photograph(): Promise<Buffer> {
  const raw = sharp({ create: { width: 900, height: 600, channels: 3, background: '#07546b' } });
  return raw
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place', Artist: 'Ada' } })
    .toBuffer();
}

/** Uploads a document as a browser does. */
export async function uploadAs(
  server: Pick<TestApp, 'app'>,
  token: string,
  bytes: Uint8Array,
  { purpose = 'identity-front' as DocumentPurpose, name = 'document.jpg', type = 'image/jpeg' } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('document', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'en' };
  const response = await server.app.request('/api/payee/documents/upload', { method: 'POST', headers, body: form });
  return (await response.json()) as Answer;
}

/** Makes a person staff, with the two-step sign-in that staff need. */
export async function giveRole(
  server: Pick<TestApp, 'deps'>,
  personId: string,
  role: 'reviewer' | 'finance' | 'support',
) {
  await server.deps.db
    .updateTable('person')
    .set({ roles: [role], two_factor_at: server.deps.clock() })
    .where('id', '=', personId)
    .execute();
}
