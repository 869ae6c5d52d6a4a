import { dayMs, hourMs } from '#lib/durations.ts';
import { fullName } from '#lib/person-name.ts';
import { findRow, insertOnce, insertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { documentContext } from '#server/core/documents/read.ts';
import { encryptBytes } from '#server/core/encryption.ts';
import { libraries } from '#server/core/libraries.ts';
import type { DocumentPurpose } from '#shared/payouts/payees/documents.ts';
import { unsubmittedDocumentDays } from '#shared/payouts/payees/documents.ts';

const personId = 'demo-applicant';
const purposes = ['identity-front', 'selfie'] as const satisfies readonly DocumentPurpose[];

/** An identity check and a sanctions match that wait for a decision in the back office, both marked as samples. */
export async function seedReviews(deps: Deps): Promise<void> {
  const person = await findRow(deps.db, 'person', personId, ['first_name', 'last_name']);
  const present = await findRow(deps.db, 'identity_check', { person_id: personId }, ['id']);
  if (!person || present) return;
  const now = deps.clock().getTime();
  const [startedAt, submittedAt] = [new Date(now - 5 * hourMs), new Date(now - 4 * hourMs)];
  const pictures = await Promise.all(purposes.map(renderSample));
  await deps.db.transaction().execute(async (trx) => {
    const stored = await insertOnce(trx, 'identity_check', {
      ...{ id: 'demo-identity-review', person_id: personId, provider: 'documents', status: 'review' },
      ...{ started_at: startedAt, submitted_at: submittedAt, event_at: submittedAt },
    });
    // Another server that started at the same time was first.
    if (!stored) return;
    for (const [index, purpose] of purposes.entries()) {
      const id = `demo-document-${purpose}`;
      const bytes = pictures[index] ?? Buffer.alloc(0);
      await insertRow(trx, 'payee_document', {
        ...{ id, person_id: personId, purpose, media_type: 'image/webp', size_bytes: bytes.length },
        content: encryptBytes(deps.keys, documentContext(id), bytes),
        uploaded_at: submittedAt,
        delete_at: new Date(submittedAt.getTime() + unsubmittedDocumentDays * dayMs),
      });
    }
    await insertRow(trx, 'sanctions_check', {
      ...{ id: 'demo-sanctions-review', person_id: personId, name: fullName(person) },
      ...{ cause: 'destination', subject_id: 'demo', list_version: 'sample', score: 0.88, status: 'review' },
      matches: JSON.stringify([{ entryId: 'SAMPLE-9', name: 'Alan Girardo (sample)', score: 0.88 }]),
      checked_at: submittedAt,
    });
  });
}

/** A picture that can't be mistaken for a real document. */
async function renderSample(purpose: DocumentPurpose): Promise<Buffer> {
  const sharp = await libraries.sharp();
  const text = `<text x="50%" y="50%" text-anchor="middle" font-family="sans-serif" font-size="56" fill="#fff">SAMPLE</text>
    <text x="50%" y="64%" text-anchor="middle" font-family="sans-serif" font-size="28" fill="#fff">${purpose}</text>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#07546b"/>${text}</svg>`;
  return sharp(Buffer.from(drawing)).webp({ quality: 80 }).toBuffer();
}
