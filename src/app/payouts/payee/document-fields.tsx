import { useStore } from '@nanostores/react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { type DocumentPurpose, documentPurposes, refusedDocuments } from '#shared/payouts/payees/documents.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $uploads, downloadDocument, uploadFile } from '../stores/payee.ts';
import styles from './payee.module.css';
import { type StepProps, useTexts } from './texts.ts';

const accepted = 'image/jpeg,image/png,image/webp,application/pdf';

/** One file field per purpose; a chosen file is uploaded at once and then shown as stored. */
export function DocumentFields(props: StepProps) {
  return (
    <ul className="plain">
      {documentPurposes.map((purpose) => (
        <DocumentField key={purpose} {...props} purpose={purpose} />
      ))}
    </ul>
  );
}

function DocumentField({ purpose, payee }: StepProps & { readonly purpose: DocumentPurpose }) {
  const { strings, t, locale } = useTexts();
  const { [purpose]: upload } = useStore($uploads);
  const stored = payee.identity.documents.find((each) => each.purpose === purpose);
  const isRefused = !stored && !upload?.busy && refusedDocuments(payee.identity.reason).includes(purpose);
  const label = strings[`document_${purpose}`];
  const time = stored && formatDateTime(stored.uploadedAt, locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={`cluster between ${styles.destination}`}>
      <TextInput
        type="file"
        label={label}
        name={purpose}
        accept={accepted}
        note={purpose === 'identity-back' ? strings.optional : undefined}
        error={upload?.error ?? (isRefused ? strings.document_refused : undefined)}
        hint={
          <span role="status">
            {upload?.busy ? strings.document_uploading : time && t('document_stored', { time })}
          </span>
        }
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void uploadFile(purpose, file);
        }}
      />
      {stored && (
        <Button
          label={strings.document_view}
          variant="quiet"
          size="small"
          aria-label={t('document_view_label', { document: label })}
          onClick={() => downloadDocument(stored)}
        />
      )}
    </li>
  );
}
